import { expect, test } from 'vitest';
import { expand, missingOf, usualValues, variablesOf } from './variables';

const only = (script: string) => variablesOf(script)[0];

test.each([
  ['{{name}}', { name: 'name', usual: null, description: '' }],
  ['{{name=train}}', { name: 'name', usual: 'train', description: '' }],
  [
    '{{name=train|Name of the job}}',
    { name: 'name', usual: 'train', description: 'Name of the job' },
  ],
  ['{{x=}}', { name: 'x', usual: '', description: '' }],
  ['{{x=|what}}', { name: 'x', usual: '', description: 'what' }],
  ['{{x=a=b}}', { name: 'x', usual: 'a=b', description: '' }],
  [
    '{{x=sort | uniq|the command}}',
    { name: 'x', usual: 'sort | uniq', description: 'the command' },
  ],
  [`{{x="two words"|it's}}`, { name: 'x', usual: '"two words"', description: "it's" }],
  ['{{x=${HOME}}}', { name: 'x', usual: '${HOME}', description: '' }],
  ['{{at_once-2=8}}', { name: 'at_once-2', usual: '8', description: '' }],
])('%s', (script, variable) => {
  expect(variablesOf(script)).toEqual([variable]);
});

test.each([
  '{{name',
  '{{name=open\n}}',
  '{{name=open }',
  '{{ name }}',
  '{{.Names}}',
  '{{a.b}}',
  '{{a b=1}}',
  '{{2=x}}',
  '{{Größe=1}}',
  '{{name|only words}}',
  '{{}}',
  '{ {name} }',
])('%j is left alone', (script) => {
  expect(variablesOf(script)).toEqual([]);
  expect(expand(script, { name: 'x', a: 'x' })).toBe(script);
});

test('the same name twice is one variable, and either may say what it is', () => {
  const script = '{{n}} {{n=3|how many}} {{n=4}} {{m=1}}';
  expect(variablesOf(script)).toEqual([
    { name: 'n', usual: '3', description: 'how many' },
    { name: 'm', usual: '1', description: '' },
  ]);
  expect(expand(script, { n: '7', m: '$&' })).toBe('7 7 7 $&');
});

test('one that is never closed does not swallow the next', () => {
  expect(variablesOf('{{a=1 {{b=2}}')).toEqual([{ name: 'b', usual: '2', description: '' }]);
});

test('braces and dollars around it stay', () => {
  expect(expand('${{{x=1}}}', { x: 'HOME' })).toBe('${HOME}');
  expect(expand('"{{x=1}}"', { x: 'a "b"' })).toBe('"a "b""');
});

test('line ends stay as they are', () => {
  expect(expand('a {{x=1}}\r\nb\r\n', { x: '2' })).toBe('a 2\r\nb\r\n');
});

test('what has a usual value need not be filled', () => {
  const variables = variablesOf('{{a}} {{b=}} {{c=3}}');
  const filled = usualValues(variables);
  expect(filled).toEqual({ a: '', b: '', c: '3' });
  expect(missingOf(variables, filled).map(({ name }) => name)).toEqual(['a']);
  expect(missingOf(variables, { ...filled, a: 'x' })).toEqual([]);
});

test('a name that objects have anyway is a variable like any other', () => {
  expect(only('{{constructor=1}}')?.name).toBe('constructor');
  expect(expand('{{constructor=1}}', {})).toBe('{{constructor=1}}');
});
