// What of openings and ballots shows in the requests that reached the model server.
import { expect } from 'vitest';
import type { RecordedRequest } from '../../src/agents/model-server/wire.ts';
import { opinionActOf, seatOf, wordsOf } from '../model-server/opinion-answers.ts';
import { SEATS } from './hall.ts';

/** No opening holds a word of another seat, and no ballot a word of another one's; whoever speaks in between knows all openings. */
export function expectBlind(requests: readonly RecordedRequest[]): void {
  for (const request of requests) {
    const sent = JSON.stringify(request.body);
    const act = opinionActOf(request);
    const others = SEATS.filter((seat) => seat !== seatOf(request));
    const seen = (what: 'opening' | 'ballot') => others.filter((seat) => sent.includes(wordsOf(seat, what)));
    expect({ act, openings: seen('opening'), ballots: seen('ballot') }).toEqual({
      act,
      openings: act === 'opening' ? [] : others,
      ballots: [],
    });
  }
}

/** The fields of the answer that each request of a seat asks for by a schema; `undefined` where it asks in words. */
export function schemasBySeat(requests: readonly RecordedRequest[]): Record<string, (readonly string[] | undefined)[]> {
  const of = (seat: string) => requests.filter((request) => seatOf(request) === seat).map(schemaFields);
  return Object.fromEntries(SEATS.map((seat) => [seat, of(seat)]));
}

function schemaFields({ body }: RecordedRequest): readonly string[] | undefined {
  const { text, tools, generationConfig } = Object(body);
  const schema =
    text?.format?.schema ??
    (Array.isArray(tools) ? tools.find((tool) => tool?.name === 'StructuredOutput')?.input_schema : undefined) ??
    generationConfig?.responseSchema ??
    generationConfig?.responseJsonSchema;
  return schema === undefined ? undefined : Object.keys(schema.properties);
}
