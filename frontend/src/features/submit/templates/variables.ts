/** A hole of a template that its user fills. */
export interface Variable {
  name: string;
  /** Null when the template gives none: then it must be filled. */
  usual: string | null;
  description: string;
}

/**
 * `{{name}}`, `{{name=usual value}}` or `{{name=usual value|what it is}}`, on one line. Whatever else stands in two
 * braces (`{{.Names}}`, `{{ x }}`, `{{a.b}}`) is the script's own and is left alone. A usual value may hold pairs of
 * single braces, as `${HOME}` does.
 */
const HOLE =
  /\{\{([A-Za-z_][\w-]*)(=(?:\{[^{}\r\n]*\}|(?!\}\}|\{\{|\{[^{}\r\n]*\})[^\r\n])*)?\}\}/g;

/** `=x|y|what` is the usual value `x|y`, which is `what`: the last bar parts them, so that a value may be a pipe. */
function partsOf(rest: string | undefined): Omit<Variable, 'name'> {
  if (rest === undefined) return { usual: null, description: '' };
  const bar = rest.lastIndexOf('|');
  return bar === -1
    ? { usual: rest.slice(1), description: '' }
    : { usual: rest.slice(1, bar), description: rest.slice(bar + 1).trim() };
}

/** Each variable once, in the order of the script; what the first mention leaves open a later one may say. */
export function variablesOf(script: string): Variable[] {
  const found = new Map<string, Variable>();
  for (const [, name = '', rest] of script.matchAll(HOLE)) {
    const { usual, description } = partsOf(rest);
    const before = found.get(name);
    found.set(name, {
      name,
      usual: before?.usual ?? usual,
      description:
        before === undefined || before.description === '' ? description : before.description,
    });
  }
  return [...found.values()];
}

export type Filled = Readonly<Record<string, string>>;

export function usualValues(variables: readonly Variable[]): Filled {
  return Object.fromEntries(variables.map(({ name, usual }) => [name, usual ?? '']));
}

/** Those that must be filled and are not. */
export function missingOf(variables: readonly Variable[], filled: Filled): Variable[] {
  return variables.filter(({ name, usual }) => usual === null && (filled[name] ?? '') === '');
}

/** The script with its holes filled; nothing else of it changes, line ends neither. */
export function expand(script: string, filled: Filled): string {
  return script.replace(HOLE, (hole, name: string) =>
    Object.hasOwn(filled, name) ? (filled[name] ?? '') : hole,
  );
}
