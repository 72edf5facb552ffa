// Prints as many characters as it is told to and exits at once, as CLIs do that cut their answer off on a pipe.
const [characters = '0'] = process.argv.slice(2);
process.stdout.write('x'.repeat(Number(characters)));
process.exit(0);
