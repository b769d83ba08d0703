import { SearchInput } from '@patternfly/react-core';
import type { ISearchOptions } from '@xterm/addon-search';
import { useEffect, useState, type RefObject } from 'react';
import { t } from '@/components/messages';
import type { LogTerminal } from './terminal';

const LOOKS: ISearchOptions = {
  decorations: {
    matchBackground: '#f9e0a2',
    matchOverviewRuler: '#b98412',
    activeMatchBackground: '#f5921b',
    activeMatchColorOverviewRuler: '#f5921b',
  },
};

interface Found {
  index: number;
  count: number;
}

/** Searches what the view holds. */
export function LogSearch({ terminal }: { terminal: RefObject<LogTerminal | null> }) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found | null>(null);

  useEffect(() => {
    const view = terminal.current;
    if (view === null) return undefined;
    const listening = view.search.onDidChangeResults(({ resultIndex, resultCount }) =>
      setFound({ index: resultIndex + 1, count: resultCount }),
    );
    return () => listening.dispose();
  }, [terminal]);

  const search = (next: string, direction: 'next' | 'previous', incremental = false) => {
    const addon = terminal.current?.search;
    if (addon === undefined) return;
    if (next === '') {
      addon.clearDecorations();
      setFound(null);
    } else if (direction === 'next') {
      addon.findNext(next, { ...LOOKS, incremental });
    } else {
      addon.findPrevious(next, LOOKS);
    }
  };

  return (
    <SearchInput
      className="gh-log-search"
      aria-label={t('log.search')}
      placeholder={t('log.search')}
      value={text}
      onChange={(_event, value) => {
        setText(value);
        search(value, 'next', true);
      }}
      onSearch={() => search(text, 'next')}
      onClear={() => {
        setText('');
        search('', 'next');
      }}
      onNextClick={() => search(text, 'next')}
      onPreviousClick={() => search(text, 'previous')}
      nextNavigationButtonAriaLabel={t('log.search.next')}
      previousNavigationButtonAriaLabel={t('log.search.previous')}
      {...(text !== '' && found !== null
        ? { resultsCount: t('log.search.count', { index: found.index, count: found.count }) }
        : {})}
    />
  );
}
