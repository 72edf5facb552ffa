// `debate-hall mcp install`: the entry that makes a client start this server.
export async function run(): Promise<void> {}
