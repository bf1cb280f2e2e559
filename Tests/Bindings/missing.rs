//! Prints what a password lacks, and a password that lacks nothing: rustc missing.rs $(pkg-config --libs-only-L passwordrules)

mod passwordrules;
use passwordrules::{Error, Rules};
use std::{env, os::unix::ffi::OsStringExt, process::exit};

fn run(descriptor: &[u8], password: &[u8]) -> Result<bool, Error> {
    let rules = Rules::parse(descriptor)?;
    let missing = rules.missing(password)?;
    for message in &missing {
        println!("{message}");
    }
    println!("{}", rules.generate()?);
    Ok(missing.is_empty())
}

fn main() {
    let arguments: Vec<_> = env::args_os().skip(1).map(OsStringExt::into_vec).collect();
    if arguments.len() != 2 {
        eprintln!("usage: missing DESCRIPTOR PASSWORD");
        exit(2);
    }
    exit(match run(&arguments[0], &arguments[1]) {
        Ok(accepted) => !accepted as i32,
        Err(error) => {
            eprintln!("missing: {error}");
            2
        }
    });
}
