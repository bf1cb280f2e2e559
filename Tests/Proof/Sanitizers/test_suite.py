"""The unit tests under AddressSanitizer."""

import re

import pytest
from programs import ROOT, run

UNDEFINED = ["-Xcc", "-fsanitize=undefined", "-Xcc", "-fno-sanitize-recover=undefined"]
# Optimized, because brute-force tests would otherwise take hours. @testable needs -enable-testing.
FLAGS = ["-c", "release", "-Xswiftc", "-enable-testing", "--sanitize=address", *UNDEFINED]
# XCTest leaves some objects of its own.
SUPPRESSIONS = "leak:libXCTest\n"

# A test that reads one byte past a block.
PLANTED = """
import Glibc
import Testing

@Test func readsTooFar() {
    let block = malloc(4)!.assumingMemoryBound(to: UInt8.self)
    #expect(block[Int(getpid() > 0 ? 4 : 0)] != 0 || true)
    free(block)
}
"""
PACKAGE = """
// swift-tools-version: 6.2
import PackageDescription
let package = Package(name: "Planted", targets: [.testTarget(name: "PlantedTests")])
"""


@pytest.fixture(scope="module")
def options(tmp_path_factory):
    file = tmp_path_factory.mktemp("suite") / "suppressions"
    file.write_text(SUPPRESSIONS)
    return {"LSAN_OPTIONS": f"suppressions={file}:print_suppressions=0"}


def swift_test(folder, scratch, options, *flags):
    return run("swift", "test", "--package-path", folder, "--scratch-path", scratch, *flags, environment=options)


def test_planted_overflow_is_seen(tmp_path, built, options):
    (tmp_path / "Tests" / "PlantedTests").mkdir(parents=True)
    (tmp_path / "Package.swift").write_text(PACKAGE.lstrip())
    (tmp_path / "Tests" / "PlantedTests" / "Planted.swift").write_text(PLANTED)
    done = swift_test(tmp_path, built / "swift-planted", options, *FLAGS)
    assert done.returncode != 0
    assert "heap-buffer-overflow" in done.stderr + done.stdout, done.stderr[-5000:]


def test_unit_tests_pass(built, options):
    done = swift_test(ROOT, built / "swift-suite", options, *FLAGS)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said[-20_000:]
    # A report has this word with a colon. Without the colon, it may be part of a test's name.
    assert "Sanitizer:" not in said
    [count] = re.findall(r"Test run with (\d+) tests in \d+ suites passed", said)
    assert int(count) >= 575
