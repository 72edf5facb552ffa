// Runs the model server by hand: `npx tsx test/model-server/main.ts --port 8787 --behaviour '{"kind":"silence"}'`.
// The behaviour is one JSON object or a list of them; see test/model-server/server.ts. Without it, the answers are those of a debate.
import { parseArgs } from 'node:util';
import { answerAsSeat } from './role-answers.ts';
import { startModelServer } from './server.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8787' }, behaviour: { type: 'string' }, bodies: { type: 'boolean' } },
});

const server = await startModelServer({
  port: Number(values.port),
  behaviour: values.behaviour === undefined ? answerAsSeat : JSON.parse(values.behaviour),
  onRequest: ({ body, headers, messages, system, ...request }) => {
    console.log(JSON.stringify(values.bodies === true ? { ...request, headers, body } : request));
  },
});
console.error(`Model server on ${server.url}; Ctrl-C ends it.`);
process.once('SIGINT', () => void server.close());
