// Finds models that fill several seats with points of view of their own: many views of one model are not many opinions.
import { type AgentRef, OPEN_SEAT, PERSON_KIND, type SeatAssignment } from '../../../domain/events.ts';
import type { OneModel } from '../../../domain/record.ts';

const isModel = ({ kind, rehearsal }: AgentRef) =>
  rehearsal !== true && kind !== PERSON_KIND && kind !== OPEN_SEAT.kind;

export function findOneModel(seats: readonly Pick<SeatAssignment, 'seat' | 'agent' | 'perspective'>[]): OneModel[] {
  const groups = new Map<string, Pick<SeatAssignment, 'seat' | 'agent' | 'perspective'>[]>();
  for (const each of seats.filter(({ agent }) => isModel(agent))) {
    const key = `${each.agent.agent} ${each.agent.model ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const perspectives = [...new Set(group.flatMap(({ perspective }) => perspective ?? []))];
    if (first === undefined || group.length < 2 || perspectives.length === 0) return [];
    return [{ agent: first.agent, seats: group.map(({ seat }) => seat), perspectives }];
  });
}
