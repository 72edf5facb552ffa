// Says one line every 50 ms and never ends.
setInterval(() => console.log('still here'), 50);
