// The contract of an agent, kept by the real claude.
import { describe } from 'vitest';
import { testRealCli } from './agent-contract.ts';
import { claude } from './claude.ts';

describe('claude', () => testRealCli(claude));
