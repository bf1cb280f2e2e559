extension PolicyKey.Declaration {
    /// `at-login-services`: the services at which a login may ask for a new password.
    static var atLoginServices: Self {
        Self(
            word: "at-login-services", position: 564, value: .loginServices, combination: .mostSpecific,
            builtIn: "login, sshd, lightdm", isPublic: false)
    }
}

extension PolicyKey {
    /// Services that never ask for a new password when somebody authenticates: their programs would refuse
    /// instead, or nobody could answer. The names are those of the PAM services in Debian.
    static var servicesWithoutChange: [Word] {
        [
            // Jobs, and commands as another user.
            "cron", "crond", "atd", "sudo", "sudo-i", "su", "su-l", "runuser", "runuser-l", "doas",
            "polkit-1",
            "systemd-user", "chfn", "chsh",
            // Screen lockers.
            "xscreensaver", "i3lock", "swaylock", "slock", "vlock", "physlock", "xlock", "gnome-screensaver",
            "mate-screensaver", "cinnamon-screensaver", "xfce4-screensaver", "light-locker", "kde",
            "kscreensaver", "hyprlock", "waylock", "gtklock", "sway-lock",
            // Mail and other servers, whose clients show nothing.
            "imap", "pop3", "dovecot", "smtp", "courier", "cyrus", "exim", "ftp", "vsftpd", "proftpd",
            "samba",
            "cups", "ppp", "openvpn",
        ]
    }
}

extension PolicySettings {
    /// `at-login-services`
    public var loginChangeServices: [[UInt8]] { self[.atLoginServices]?.services ?? [] }
}
