import { SearchInput } from '@patternfly/react-core';
import { useState } from 'react';
import { t } from '@/components/messages';
import type { Found, LogView } from './useLog';

/** Searches what the view holds. */
export function LogSearch({ found, search }: Pick<LogView, 'found' | 'search'>) {
  const [text, setText] = useState('');
  const change = (next: string) => {
    setText(next);
    search(next, 'here');
  };
  return (
    <SearchInput
      className="gh-log-search"
      aria-label={t('log.search')}
      placeholder={t('log.search')}
      value={text}
      onChange={(_event, value) => change(value)}
      onClear={() => change('')}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(text, event.shiftKey ? 'previous' : 'next');
      }}
      onNextClick={() => search(text, 'next')}
      onPreviousClick={() => search(text, 'previous')}
      nextNavigationButtonAriaLabel={t('log.search.next')}
      previousNavigationButtonAriaLabel={t('log.search.previous')}
      {...(text !== '' && found !== null ? { resultsCount: foundText(found) } : {})}
    />
  );
}

function foundText({ index, count }: Found): string {
  return count === 0 ? t('log.search.none') : t('log.search.count', { index, count });
}
