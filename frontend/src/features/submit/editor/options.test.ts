import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { t } from '@/components/messages';
import { optionByLetter, SBATCH_OPTIONS, type Bearing } from './options';

const SERVER = '../scheduler-ejb/src/main/java/org/gatehouse/script/SbatchOption.java';
const CONSTANT =
  /^ {4}([A-Z_]+)\((?:'(\w)', )?(?:Argument\.)?([A-Z_]+), ((?:PoolFeature\.)?[A-Z_]+), "(.*)"\)[,;]$/gm;
const FIXED: Record<string, Bearing> = {
  HONOURED: 'honoured',
  NO_EFFECT: 'noEffect',
  NEVER: 'never',
};

function ofTheServer() {
  const java = readFileSync(SERVER, 'utf8');
  return [...java.matchAll(CONSTANT)].map(
    ([, name = '', letter, argument, bearing = '', says]) => ({
      name: name.toLowerCase().replaceAll('_', '-'),
      letter: letter ?? null,
      argument,
      bearing: FIXED[bearing] ?? 'pool',
      says,
    }),
  );
}

test('the table is the server’s, option by option and word by word', () => {
  const server = ofTheServer();
  expect(server.length).toBeGreaterThan(100);
  const here = SBATCH_OPTIONS.map((option) => ({ ...option, says: t(`sbatch.${option.name}`) }));
  expect(here).toEqual(server);
});

test('no constant of the server is overlooked by its pattern', () => {
  const java = readFileSync(SERVER, 'utf8');
  const body = java.slice(java.indexOf('enum SbatchOption {'), java.indexOf('static final char'));
  const constants = body.match(/^ {4}[A-Z_]+\(/gm) ?? [];
  expect(ofTheServer()).toHaveLength(constants.length);
});

test('a letter is one option', () => {
  expect(optionByLetter('t')?.name).toBe('time');
  expect(optionByLetter('T')).toBeNull();
});
