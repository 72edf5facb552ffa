// What a client's user can choose for the next debate of a session: format, recipe, preset and points of view, as options of the
// protocol.
import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { HallError } from '../../domain/failures/errors.ts';
import type { Hall } from '../../hall/operations/hall.ts';
import { createGuide } from '../../hall/operations/setup/guide.ts';

const CHOICES = ['format', 'recipe', 'preset', 'perspectives'] as const;
export type SessionChoice = (typeof CHOICES)[number];

/** Only what was chosen in the session; everything else is as the hall is configured. */
export type Chosen = Readonly<Partial<Record<SessionChoice, string>>>;

/** What is no setting of a hall, for the debate that is opened. */
export const isByQuestion = ({ perspectives }: Chosen): boolean => perspectives === 'auto';

/** In place of a preset or a choice of points of view: the seats as they are configured. */
const AS_CONFIGURED = 'configured';

export function isChoice(name: string): name is SessionChoice {
  return (CHOICES as readonly string[]).includes(name);
}

/** What is chosen with `value`. Throws `bad-input` for a value that is none of the options. */
export async function applyChoice(hall: Hall, chosen: Chosen, name: SessionChoice, value: string): Promise<Chosen> {
  const option = (await listOptions(hall, chosen)).find(({ id }) => id === name);
  if (option?.type !== 'select') throw new TypeError(`${name} is one of the options.`);
  const values = option.options.flatMap((each) => ('value' in each ? [each.value] : []));
  if (!values.includes(value)) {
    throw new HallError('bad-input', `"${value}" is not a choice for ${option.name}.`, {
      hint: `Choose from ${values.join(', ')}.`,
    });
  }
  const { [name]: _, ...others } = chosen;
  return value === AS_CONFIGURED ? others : { ...others, [name]: value };
}

/** `hall` is opened with what was chosen. */
export async function listOptions(hall: Hall, chosen: Chosen): Promise<SessionConfigOption[]> {
  const { config } = hall.loaded;
  const [{ presets, formats: guided }, formats] = await Promise.all([createGuide(hall), hall.formats()]);
  const recipes = guided.find(({ format }) => format === config.format)?.recipes ?? {};
  return [
    {
      type: 'select',
      id: 'format',
      name: 'Format',
      description: 'The rules of the debate',
      category: 'mode',
      currentValue: config.format,
      options: formats.map(({ id, title, summary }) => ({ value: id, name: title, description: summary })),
    },
    {
      type: 'select',
      id: 'recipe',
      name: 'Recipe',
      description: 'How thorough it is',
      category: 'thought_level',
      currentValue: config.recipe,
      options: Object.entries(recipes).map(([value, summary]) => ({ value, name: value, description: summary })),
    },
    {
      type: 'select',
      id: 'preset',
      name: 'Panel',
      description: 'Who takes the seats',
      category: 'model',
      currentValue: chosen.preset ?? AS_CONFIGURED,
      options: [
        { value: AS_CONFIGURED, name: 'as configured', description: 'The agents of the configuration' },
        ...Object.entries(presets).map(([value, summary]) => ({ value, name: value, description: summary })),
      ],
    },
    {
      type: 'select',
      id: 'perspectives',
      name: 'Points of view',
      description: 'Where each seat looks from',
      currentValue: chosen.perspectives ?? AS_CONFIGURED,
      options: [
        { value: AS_CONFIGURED, name: 'as configured', description: 'Those that the configuration gives to seats' },
        { value: 'auto', name: 'by the question', description: 'For seats without one, those that fit the question' },
      ],
    },
  ];
}

/** The same choice of a format for clients that know modes only. */
export function listModes(options: readonly SessionConfigOption[]): SessionModeState {
  const [format] = options;
  if (format?.type !== 'select') throw new TypeError('The first option is the format.');
  const availableModes = format.options.flatMap((each) =>
    'value' in each ? [{ id: each.value, name: each.name, description: each.description ?? null }] : [],
  );
  return { currentModeId: format.currentValue, availableModes };
}
