import { Fragment, type ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values; what is null is left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="gh-facts">
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="gh-break">{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
