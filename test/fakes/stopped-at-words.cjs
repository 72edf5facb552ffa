// Loaded before a program: tells it of SIGINT, as Ctrl-C does, at the moment when it has written STOP_AT to standard error. CommonJS,
// which a start loads in less time.
const { STOP_AT } = process.env;
const { write } = process.stderr;
let said = '';
let isStopped = false;

process.stderr.write = (chunk, ...rest) => {
  said += chunk;
  if (!isStopped && said.includes(STOP_AT)) {
    isStopped = true;
    process.emit('SIGINT');
  }
  return write.call(process.stderr, chunk, ...rest);
};
