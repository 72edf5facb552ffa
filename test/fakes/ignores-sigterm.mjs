// Prints its process id, takes no notice of SIGTERM and never ends.
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
setInterval(() => {}, 60_000);
console.log(process.pid);
