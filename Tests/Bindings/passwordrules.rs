//! The part of passwordrules.h that missing.rs needs, made safe: objects are freed when they go out of scope, and a status
//! that is not PASSWORDRULES_OK is an `Error`. Add it to a program as a module; it needs the library and no crate.

use std::ffi::CStr;
use std::fmt;
use std::mem::size_of;
use std::os::raw::{c_char, c_int, c_uint, c_void};
use std::ptr::{null, null_mut};

type Object = *mut c_void;

#[repr(C)]
struct Outcome {
    size: usize,
    kind: c_int,
    met: c_int,
    limit: usize,
    actual: usize,
    rule: *const c_char,
}

#[link(name = "passwordrules")]
extern "C" {
    fn passwordrules_status_text(status: c_int) -> *const c_char;
    fn passwordrules_parse(
        text: *const u8,
        length: usize,
        flags: c_uint,
        rules: *mut Object,
        found: *mut Object,
    ) -> c_int;
    fn passwordrules_rules_free(rules: Object);
    fn passwordrules_check(
        rules: Object,
        password: *const u8,
        length: usize,
        flags: c_uint,
        report: *mut Object,
    ) -> c_int;
    fn passwordrules_report_count(report: Object) -> usize;
    fn passwordrules_report_outcome(report: Object, index: usize, outcome: *mut Outcome) -> c_int;
    fn passwordrules_report_message(
        report: Object,
        index: usize,
        language: *const c_void,
        buffer: *mut u8,
        size: usize,
        needed: *mut usize,
    ) -> c_int;
    fn passwordrules_report_free(report: Object);
    fn passwordrules_generate(
        rules: Object,
        options: *const c_void,
        buffer: *mut u8,
        size: usize,
        needed: *mut usize,
        generated: *mut c_void,
    ) -> c_int;
}

/// A status that is not PASSWORDRULES_OK. It is displayed in words.
#[derive(Debug)]
pub struct Error(pub i32);

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        // SAFETY: the function takes any number, and its texts are static.
        let text = unsafe { CStr::from_ptr(passwordrules_status_text(self.0)) };
        formatter.write_str(&text.to_string_lossy())
    }
}

fn succeed(status: c_int) -> Result<(), Error> {
    if status == 0 {
        Ok(())
    } else {
        Err(Error(status))
    }
}

/// A descriptor. Threads may share it.
pub struct Rules(Object);

// SAFETY: the library promises that rules do not change, and that any number of threads may use them at once.
unsafe impl Send for Rules {}
unsafe impl Sync for Rules {}

impl Rules {
    pub fn parse(text: &[u8]) -> Result<Rules, Error> {
        let mut rules = null_mut();
        // SAFETY: the text is as long as said; no diagnostics are wanted.
        succeed(unsafe {
            passwordrules_parse(text.as_ptr(), text.len(), 0, &mut rules, null_mut())
        })?;
        Ok(Rules(rules))
    }

    /// The messages of the rules that a password does not meet.
    pub fn missing(&self, password: &[u8]) -> Result<Vec<String>, Error> {
        let mut report = null_mut();
        // SAFETY: the rules live as long as self, and the password is as long as said.
        succeed(unsafe {
            passwordrules_check(self.0, password.as_ptr(), password.len(), 0, &mut report)
        })?;
        // SAFETY: the report is freed last, and nothing keeps it.
        unsafe {
            let messages = (0..passwordrules_report_count(report))
                .filter_map(|index| missing_message(report, index).transpose())
                .collect();
            passwordrules_report_free(report);
            messages
        }
    }

    pub fn generate(&self) -> Result<String, Error> {
        // SAFETY: the rules live as long as self, and the buffer is as long as said.
        written(|buffer, size| unsafe {
            passwordrules_generate(self.0, null(), buffer, size, null_mut(), null_mut())
        })
    }
}

impl Drop for Rules {
    fn drop(&mut self) {
        // SAFETY: the rules are ours, and no reference to them is left.
        unsafe { passwordrules_rules_free(self.0) }
    }
}

/// The message of an outcome, if its rule is not met.
unsafe fn missing_message(report: Object, index: usize) -> Result<Option<String>, Error> {
    let mut outcome = Outcome {
        size: size_of::<Outcome>(),
        kind: 0,
        met: 0,
        limit: 0,
        actual: 0,
        rule: null(),
    };
    succeed(passwordrules_report_outcome(report, index, &mut outcome))?;
    if outcome.met != 0 {
        return Ok(None);
    }
    written(|buffer, size| passwordrules_report_message(report, index, null(), buffer, size, null_mut()))
        .map(Some)
}

/// The text that a function writes into a buffer, which is long enough for any message and any one password.
fn written(write: impl FnOnce(*mut u8, usize) -> c_int) -> Result<String, Error> {
    let mut buffer = vec![0; 1025];
    succeed(write(buffer.as_mut_ptr(), buffer.len()))?;
    let end = buffer
        .iter()
        .position(|&byte| byte == 0)
        .unwrap_or(buffer.len());
    buffer.truncate(end);
    Ok(String::from_utf8_lossy(&buffer).into_owned())
}
