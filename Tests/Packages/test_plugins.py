"""The first build decides for its folder which plugins are built, and names those left out."""

import re

import pytest

from installing import make

KRB5, POSTGRESQL = "krb5/pwqual_plugin.h", "postgresql/15/server/postgres.h"
LEFT_OUT = "Plugins left out for lack of headers: "
HOW_TO_ADD = " To add them, install the packages in brackets and run make SERVER_PLUGINS=yes."


class Folder:
    """A build folder that contains only the decision, and a folder with headers of servers."""

    def __init__(self, path):
        self.build, self.headers = path / "build", path / "include"

    def install_header(self, name):
        path = self.headers / name
        path.parent.mkdir(parents=True)
        path.touch()

    def make(self, *arguments):
        done = make(*arguments, f"BUILD={self.build}", f"SERVER_HEADERS={self.headers}")
        assert done.returncode == 0, done.stderr
        return done.stdout

    def decide(self, *variables):
        """Makes the decision, as the first build does."""
        self.make(str(self.build / "plugins" / "decision"), *variables)

    def plugins(self, target, *variables):
        """The folders of the plugins that a target would compile or install."""
        return set(re.findall(rf"{re.escape(str(self.build))}/plugins/([a-z0-9/]+)/passwordrules\.so",
                              self.make("--dry-run", target, *variables)))

    def left_out(self):
        return re.findall(rf"'{LEFT_OUT}(.*)\.{re.escape(HOW_TO_ADD)}'\n", self.make("--dry-run", "all"))


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path)


def test_first_build_takes_those_with_headers(folder):
    assert folder.plugins("all") == {"mariadb", "slapd"}
    folder.install_header(KRB5)
    assert folder.plugins("all") == {"mariadb", "slapd", "krb5"}
    folder.install_header(POSTGRESQL)
    assert folder.plugins("all") == folder.plugins("install") == {"mariadb", "slapd", "krb5", "postgresql/15"}


@pytest.mark.parametrize("target", ["all", "install"])
def test_header_between_two_targets_changes_nothing(folder, target):
    folder.decide()
    folder.install_header(KRB5)
    folder.install_header(POSTGRESQL)
    assert folder.plugins(target) == {"mariadb", "slapd"}


def test_removed_header_changes_nothing(folder):
    folder.install_header(KRB5)
    folder.decide()
    (folder.headers / KRB5).unlink()
    assert folder.plugins("install") == {"mariadb", "slapd", "krb5"}


def test_asking_for_plugins_decides_again(folder):
    folder.decide()
    folder.install_header(KRB5)
    folder.decide("SERVER_PLUGINS=yes")
    assert folder.plugins("install") == {"mariadb", "slapd", "krb5"}


def test_no_plugins_on_request(folder):
    folder.install_header(KRB5)
    assert folder.plugins("all", "SERVER_PLUGINS=no") == folder.plugins("install", "SERVER_PLUGINS=no") == set()
    folder.decide("SERVER_PLUGINS=no")
    assert folder.plugins("install") == set()


def test_uninstall_removes_files_of_another_build(folder):
    folder.decide()
    assert {"krb5", "mariadb", "postgresql/15", "slapd"} <= folder.plugins("uninstall")


def test_omitted_plugin_is_named_with_its_package(folder):
    assert folder.left_out() == ["krb5 [libkrb5-dev], postgresql [postgresql-server-dev-all]"]
    folder.install_header(POSTGRESQL)
    assert folder.left_out() == ["krb5 [libkrb5-dev]"]
    folder.decide()
    folder.install_header(KRB5)
    assert folder.left_out() == ["krb5 [libkrb5-dev]"]
    folder.decide("SERVER_PLUGINS=yes")
    assert folder.left_out() == [] and LEFT_OUT not in folder.make("--dry-run", "all")
