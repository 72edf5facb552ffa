// What is planted in simulated debates is found: seats that give in, claims that are passed over, quotes that are forged.
import { describe, expect, test } from 'vitest';
import { measureAlarm } from '../../bench/verdict/alarm.ts';
import { measurePlanted } from '../../bench/verdict/planted.ts';
import { RECIPES } from '../../bench/verdict/settings.ts';
import { BASE, HIGH_CONFORMITY, WORLDS, type World } from '../../bench/verdict/world.ts';
import { format as asymmetric } from '../../src/formats/asymmetric/index.ts';
import type { AnyFormat } from '../../src/formats/format.ts';
import { format as oxford } from '../../src/formats/oxford/index.ts';
import { format as panel } from '../../src/formats/panel/index.ts';
import { format as windWallDoor } from '../../src/formats/wind-wall-door/index.ts';
import { inCampaign, inCi } from '../support/campaign.ts';

const ASKING = RECIPES.filter(({ name }) =>
  ['wind-wall-door standard', 'asymmetric standard', 'panel standard'].includes(name),
);
const FOUR = WORLDS.find(({ name }) => name === 'four options') as World;

describe.runIf(inCampaign).each(ASKING.map((setting) => [setting.name, setting] as const))(
  'the alarm of %s',
  (debate, setting) => {
    // In a panel few give in.
    const count = debate.startsWith('panel') ? 300 : 60;
    const worlds = [BASE, HIGH_CONFORMITY, FOUR];
    test.each(worlds.map((world) => [world.name, world] as const))(
      'names who gave in, and not who was convinced: %s',
      (_name, world) => {
        const figures = measureAlarm(world, setting, count);
        expect(figures.conformists).toBeGreaterThan(2);
        expect(figures.conformistsNamed / figures.conformists).toBeGreaterThanOrEqual(0.9);
        expect(figures.convertsNamed / figures.converts).toBeLessThanOrEqual(0.1);
      },
    );
  },
);

const PLANTED: readonly (readonly [string, string, AnyFormat])[] = [
  ['wind-wall-door', 'quick', windWallDoor],
  ['wind-wall-door', 'deep', windWallDoor],
  ['asymmetric', 'standard', asymmetric],
  ['asymmetric', 'deep', asymmetric],
  ['oxford', 'standard', oxford],
  ['panel', 'standard', panel],
  ['panel', 'deep', panel],
];

test.runIf(inCi).each(PLANTED.filter(([, recipe]) => inCampaign || recipe === 'standard'))(
  'what is planted in debates of %s %s is listed, and nothing else',
  (_, recipe, format) => {
    const figures = measurePlanted(format, recipe, 10);
    expect(figures.dropped).toBeGreaterThan(3);
    expect(figures.forged).toBeGreaterThan(3);
    expect(figures).toMatchObject({ droppedListed: figures.dropped, listedWrongly: 0, genuineMarked: 0 });
    expect(figures.forgedMarked).toBe(figures.forged);
  },
);
