#!/usr/bin/perl
# Prints what a password lacks, and a password that lacks nothing. Needs FFI::Platypus, Debian's package libffi-platypus-perl.
use strict;
use warnings;
use FFI::Platypus 1.00;
use FFI::Platypus::Buffer qw(scalar_to_buffer);
package Outcome { use FFI::Platypus::Record; record_layout_1(qw(size_t size int kind int met size_t limit size_t actual opaque rule)) }

my $ffi = FFI::Platypus->new(api => 1, lib => 'libpasswordrules.so.1');
$ffi->mangler(sub { "passwordrules_$_[0]" });
$ffi->attach(parse => [qw(string size_t uint opaque* opaque*)] => 'int');
$ffi->attach(check => [qw(opaque string size_t uint opaque*)] => 'int');
$ffi->attach(report_outcome => [qw(opaque size_t record(Outcome)*)] => 'int');
$ffi->attach(report_message => [qw(opaque size_t opaque opaque size_t size_t*)] => 'int');
$ffi->attach(generate => [qw(opaque opaque opaque size_t size_t* opaque)] => 'int');
$ffi->attach(@$_) for [status_text => ['int'] => 'string'], [report_count => ['opaque'] => 'size_t'];
$ffi->attach($_ => ['opaque'] => 'void') for qw(report_free rules_free);
sub succeed { my $status = shift or return; print STDERR 'missing: ', status_text($status), "\n"; exit 2 }

if (@ARGV != 2) { print STDERR "usage: missing DESCRIPTOR PASSWORD\n"; exit 2 }
my ($outcome, $text, $missing) = (Outcome->new(size => $ffi->sizeof('record(Outcome)')), "\0" x 1025, 0);
succeed(parse($ARGV[0], length $ARGV[0], 0, \my $rules, undef));
succeed(check($rules, $ARGV[1], length $ARGV[1], 0, \my $report));
for my $index (0 .. report_count($report) - 1) {
    succeed(report_outcome($report, $index, $outcome) || report_message($report, $index, undef, scalar_to_buffer($text), undef));
    next if $outcome->met;
    print unpack('Z*', $text), "\n"; $missing = 1;
}
succeed(generate($rules, undef, scalar_to_buffer($text), undef, undef));
print unpack('Z*', $text), "\n"; report_free($report); rules_free($rules); exit $missing;
