import type { JobRequest } from '@/api/types';
import { zoneName } from '@/components/format';
import { Instant } from '@/components/Instant';
import { t } from '@/components/messages';
import { factsOf } from './factsOf';

/** What a script asks for beside GPUs and time, in short lines under the summary. */
export function Facts({ request }: { request: JobRequest }) {
  const facts = factsOf(request);
  if (facts.length === 0) return null;
  return (
    <dl className="gh-facts" aria-label={t('read.facts')} data-testid="facts">
      {facts.map(({ name, text, at }) => (
        <div key={name} data-testid={`fact-${name}`}>
          <dt>{t(`fact.${name}`)}</dt>
          <dd className="gh-break">
            {text}
            {at !== undefined && (
              <>
                <Instant at={at} /> <span className="gh-quiet">{zoneName(new Date(at))}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
