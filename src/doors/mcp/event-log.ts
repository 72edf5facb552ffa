// What a session of an older client of MCP was sent lately, so that a stream that broke off can be resumed where it ended.
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

/** The ledger is the record; a client that was away for longer reads it again. */
const MOST_EVENTS = 200;
const MOST_CHARACTERS = 2_000_000;

interface Sent {
  readonly id: string;
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly characters: number;
}

export class EventLog implements EventStore {
  #sent: Sent[] = [];
  #characters = 0;
  #next = 1;

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const id = `${this.#next}`;
    this.#next += 1;
    const { length: characters } = JSON.stringify(message);
    this.#sent.push({ id, streamId, message, characters });
    this.#characters += characters;
    while (this.#sent.length > MOST_EVENTS || this.#characters > MOST_CHARACTERS) {
      this.#characters -= this.#sent.shift()?.characters ?? 0;
    }
    return id;
  }

  async getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return this.#sent.find(({ id }) => id === eventId)?.streamId;
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const from = this.#sent.findIndex(({ id }) => id === lastEventId);
    const streamId = this.#sent[from]?.streamId;
    // The transport has asked for the stream of this event before.
    if (streamId === undefined) throw new TypeError('A stream was resumed after its events were dropped.');
    for (const event of this.#sent.slice(from + 1)) {
      if (event.streamId === streamId) await send(event.id, event.message);
    }
    return streamId;
  }
}
