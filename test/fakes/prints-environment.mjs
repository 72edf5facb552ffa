// Prints the names of its environment variables and its working directory as JSON.
console.log(JSON.stringify({ names: Object.keys(process.env).sort(), cwd: process.cwd() }));
