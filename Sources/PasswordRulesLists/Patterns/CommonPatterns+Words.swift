extension CommonPatterns {
    /// The words with digits and symbols, and pairs of the most common ones.
    static var wordPasswords: [String] {
        let alone = commonWords.flatMap(fullyWritten) + otherWords.flatMap(brieflyWritten)
        let pairs = (commonWords + joiningWords).flatMap { first in
            commonWords.filter { $0 != first }.map { first + $0 }
        }
        return alone + shortWords.flatMap(writtenWithDigits) + pairs
    }

    /// The forms of a word that is too short to be recognized without its digits.
    private static func writtenWithDigits(_ word: String) -> [String] {
        brieflyWritten(word) + years.map { word + $0 }
            + ["007", "111", "321", "666", "777", "123456"].map { word + $0 }
            + ["123" + word, word + word, word + word + word]
    }

    private static let commonWords = words(
        """
        password passwort passwd passw0rd p@ssword p@ssw0rd pa55word pa$$word pass pass1word passcode passphrase
        welcome letmein changeme secret default login logon access master superuser
        admin administrator root user guest test tester testing temp temporary demo example sample
        qwerty iloveyou hello sunshine princess dragon monkey football baseball
        server linux windows system network security internet computer office company company1
        """)

    private static let joiningWords = words("my the your our new old this super no")

    /// In addition to English, the word for a password in the languages that most people write in.
    private static let otherWords = words(
        """
        kennwort motdepasse contraseña contrasena contraseñas clave senha palavrapasse parola wachtwoord
        katasandi sandi rahasia пароль parol gfhjkm hasło haslo heslo lösenord losenord passord kodeord adgangskode
        salasana şifre sifre jelszó jelszo lozinka geslo parole slaptažodis slaptazodis parool matkhau pasuwado
        geheim segreto secreto segredo hemmelig hemlig секрет привет privet любовь lyubov админ тест

        toor toortoor sysadmin sysop operator webmaster postmaster hostmaster manager supervisor support helpdesk
        service services backup monitor monitoring nagios zabbix grafana prometheus jenkins gitlab github ansible
        puppet vagrant docker kubernetes podman openstack proxmox vmware esxi hypervisor vcenter virtualbox
        mysql mariadb postgres postgresql oracle sqlserver mongodb mongo redis elastic elasticsearch kibana rabbitmq
        tomcat apache nginx jboss wildfly weblogic websphere wordpress joomla drupal nextcloud owncloud moodle
        debian ubuntu redhat fedora centos rocky almalinux opensuse suse gentoo archlinux slackware knoppix kali mint
        linuxmint raspberry raspberrypi alpine freebsd openbsd netbsd solaris unix macos android windows10 windows11
        cisco juniper fortinet fortigate paloalto sonicwall netgear linksys tplink dlink mikrotik ubiquiti ubnt zyxel
        huawei asus synology qnap netapp hewlett lenovo dell supermicro calvin ilo idrac ipmi
        router switch firewall gateway modem wireless wifi homewifi wlan ethernet printer scanner camera database
        domain mailserver webserver fileserver workstation laptop desktop notebook terminal console shell bash sudo
        public private personal confidential classified restricted unlock locked opensesame sesame enter entry
        letmein1 letmeinnow letmeinplease openup opendoor keepout goaway nothing nobody whatever anything something
        forgotten forgot forgetit remember rememberme donotforget dontforget idontknow dontknow noidea nopassword
        nopasswd none null empty blank undefined unknown notset please pleasechange changeit changethis changenow
        changeme1 newpassword oldpassword mypassword yourpassword mypass newpass userpass adminpass rootpass testpass
        testuser testaccount testtest adminadmin rootroot guestguest useruser passpass asdfasdf initial initpass init
        setup install installer configure config configuration deploy deployment develop developer development devel
        devops production prod staging stage release testserver debug trial training trainer trainee student teacher
        school university college employee staff team project finance accounting payroll marketing sales reception
        hr hradmin intern internal external customer client vendor partner business enterprise corporate

        iloveu iloveyou2 iloveme iloveit ilovemyself ilovegod ilovejesus ihateyou ihateit loveyou lovely lover
        loveme forever always together sweetheart darling honey babygirl babyboy family mother father sister brother
        trustno1 trustme nevermind goodmorning goodnight goodluck goodbye helloworld hellohello hithere howareyou
        thankyou thanks happy happyday happybirthday merrychristmas christmas halloween easter thanksgiving holiday
        holidays vacation birthday newyear happynewyear freedom liberty justice america england germany deutschland
        france españa espana brasil indonesia russia россия london paris berlin newyork moscow москва tokyo jakarta
        starwars superman batman spiderman pokemon minecraft fortnite matrix ninja samurai pirate wizard gandalf
        soccer basketball hockey tennis liverpool arsenal chelsea barcelona realmadrid juventus manchester
        chocolate cheese coffee banana orange pepper cookie butterfly flower rainbow diamond silver golden shadow
        killer hunter ranger knight warrior champion winner lucky number blackcat mustang ferrari porsche mercedes
        correcthorsebatterystaple thisisapassword thisismypassword thisispassword passwordispassword
        yourpasswordhere enterpassword passwordpassword supersecret topsecret verysecret secretpassword
        strongpassword securepassword safepassword goodpassword complexpassword longpassword easypassword
        simplepassword temporarypassword defaultpassword initialpassword
        """)

    private static let shortWords = words(
        """
        abc qwe asd zxc qaz wsx xyz aaa zzz qqq www pwd pas key log sys dev usr adm net web ftp ssh vpn lan wan api
        cat dog cow pig god sex love boy girl man mom dad son sun sky sea ice hot red big fun joy car bmw bus toy
        bob ben dan jim joe leo max sam tim tom amy ann eva ida kim lea mia zoe ibm usa nyc fbi cia mit ace
        """)
}
