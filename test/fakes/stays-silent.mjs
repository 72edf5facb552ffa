// Never says anything and never ends. With "hello" it says that first.
if (process.argv[2] !== undefined) console.log(process.argv[2]);
setInterval(() => {}, 60_000);
