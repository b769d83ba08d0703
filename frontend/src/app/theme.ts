import { useEffect, useState } from 'react';
import { readStored, store } from '@/components/storage';

export type Theme = 'light' | 'dark';

const KEY = 'gatehouse.theme';
const DARK_CLASS = 'pf-v6-theme-dark';

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

/** What the person chose; null follows the system. */
export function rememberedTheme(): Theme | null {
  const stored = readStored(KEY);
  return stored === 'dark' || stored === 'light' ? stored : null;
}

function effective(choice: Theme | null): Theme {
  return choice ?? (systemIsDark().matches ? 'dark' : 'light');
}

export function applyTheme(choice: Theme | null): void {
  const dark = effective(choice) === 'dark';
  document.documentElement.classList.toggle(DARK_CLASS, dark);
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [choice, setChoice] = useState(rememberedTheme);
  const [theme, setTheme] = useState(() => effective(choice));
  useEffect(() => {
    const follow = () => {
      applyTheme(choice);
      setTheme(effective(choice));
    };
    follow();
    const system = systemIsDark();
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, [choice]);
  return [
    theme,
    (next) => {
      store(KEY, next);
      setChoice(next);
    },
  ];
}
