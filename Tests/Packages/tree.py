"""Lists of files: those of a folder, and those that are installed."""

import subprocess
from pathlib import Path

from installing import ROOT

# Derived from the names of sources, so another page or translation needs no change here.
PAGES = sorted((ROOT / "Sources" / "Manual").glob("*.[1-8]"))
# One package for each major version whose headers are here.
POSTGRESQL = {
    f"postgresql-{path.parent.name}-passwordrules": path.parent.name
    for path in sorted(Path("/usr/include/postgresql").glob("*/server"))}
# Plugins that need headers of their server, as make calls them, with their packages.
PLUGINS = {"krb5": "krb5-passwordrules", **{f"postgresql-{number}": name for name, number in POSTGRESQL.items()}}
LANGUAGES = sorted(path.stem for path in (ROOT / "Sources" / "Translations").glob("*.po"))
FUNCTIONS = [
    line.strip(" ;\n")
    for line in (ROOT / "Sources" / "PasswordRulesABI" / "libpasswordrules.map").read_text().splitlines()
    if line.startswith("    passwordrules_")
]


def output(*command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True,
                          **options).stdout


MULTIARCH = output("cc", "-print-multiarch").strip()


def files(folder):
    """The paths of all files and links below a folder, relative to it."""
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_symlink() or path.is_file())


def everything(folder):
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*"))


def manual(page):
    """Where a page goes below share/man."""
    return f"man{page.suffix[1:]}/{page.name}"


def pages(*names):
    return [f"{{man}}/{manual(page)}" for page in PAGES if page.name in names]


# What is installed, by the package that it is in; where the folders are differs between `make install` and
# Debian.
MANIFEST = {
    "libpasswordrules1": ["{lib}/libpasswordrules.so.1"],
    "libpasswordrules-dev": [
        "{prefix}/include/passwordrules.h", "{prefix}/include/passwordrules_codes.h", "{lib}/libpasswordrules.so", "{lib}/pkgconfig/passwordrules.pc",
        *pages("passwordrules.3"), *(f"{{man}}/man3/{function}.3" for function in FUNCTIONS)],
    "libpam-passwordrules": ["{security}/pam_passwordrules.so", *pages("pam_passwordrules.8", "passwordrules.conf.5")],
    "krb5-passwordrules": [
        "{lib}/krb5/plugins/pwqual/passwordrules.so", "{share}/passwordrules/krb5/passwordrules.conf",
        *pages("passwordrules-krb5.5")],
    "mariadb-plugin-passwordrules": [
        "{prefix}/lib/mysql/plugin/passwordrules.so", "{share}/passwordrules/mariadb.cnf", *pages("passwordrules-mariadb.5")],
    "slapd-passwordrules": [
        "{prefix}/lib/ldap/passwordrules.so",
        *(f"{{share}}/passwordrules/slapd/{name}.ldif" for name in ("module-2.6", "overlay", "policy-2.5", "policy-2.6")),
        *pages("passwordrules-slapd.5")],
    "libpasswordrules-l10n": [f"{{share}}/locale/{language}/LC_MESSAGES/passwordrules.mo" for language in LANGUAGES],
    "passwordrules-blocklist": ["{share}/passwordrules/common.blocklist", "{share}/passwordrules/common.ranks"],
    "passwordrules": [
        "{prefix}/bin/passwordrules", "{share}/bash-completion/completions/passwordrules", "{zsh}/_passwordrules",
        "{share}/fish/vendor_completions.d/passwordrules.fish",
        *(f"{{share}}/doc/passwordrules/{name}" for name in ("README.md", "CHANGELOG.md", "SECURITY.md")),
        "{prefix}/lib/passwordrules/heimdal-check",
        *pages("passwordrules.1", "passwordrules-blocklist.5", "passwordrules-heimdal.5", "passwordrules-postgresql.5",
               "passwordrules-ranks.5", "passwordrules-samba.5", "passwordrules-migration.7", "passwordrules-servers.7",
               "passwordrules.7")],
    **{name: [f"{{prefix}}/lib/postgresql/{number}/lib/passwordrules.so"] for name, number in POSTGRESQL.items()},
}


def installed_paths(package, prefix, **folders):
    share = f"{prefix}/share"
    folders = {"lib": f"{prefix}/lib", "share": share, "man": f"{share}/man", "zsh": f"{share}/zsh/site-functions"} | folders
    return [path.format(prefix=prefix, **folders) for path in MANIFEST[package]]
