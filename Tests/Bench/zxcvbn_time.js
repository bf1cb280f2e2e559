// zxcvbn_time.js ZXCVBN.JS: reads an array of passwords in JSON, and prints how many nanoseconds zxcvbn takes for each, warm: the
// fastest of some rounds.
'use strict';
const zxcvbn = require(require('path').resolve(process.argv[2]));
const passwords = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const times = passwords.map((password) => {
  let best = Infinity;
  const end = process.hrtime.bigint() + 500000000n;
  for (let round = 0; round < 5 || process.hrtime.bigint() < end; round++) {
    const begin = process.hrtime.bigint();
    zxcvbn(password);
    best = Math.min(best, Number(process.hrtime.bigint() - begin));
    if (round >= 5 && best > 100000000) break;
  }
  return best;
});
console.log(JSON.stringify(times));
