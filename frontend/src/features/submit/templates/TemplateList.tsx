import { Button, SearchInput } from '@patternfly/react-core';
import { useState } from 'react';
import type { Template } from '@/api/types';
import { t } from '@/components/messages';

/** So few are seen at a glance; above it one searches. */
const GLANCE = 8;

interface Props {
  templates: readonly Template[];
  onChoose: (template: Template) => void;
  onChange: (template: Template) => void;
  onDelete: (template: Template) => void;
}

export function TemplateList({ templates, onChoose, onChange, onDelete }: Props) {
  const [words, setWords] = useState('');
  const shown = templates.filter((template) => matches(template, words));
  const groups = [
    { title: t('templates.own'), items: shown.filter(({ site }) => !site) },
    { title: t('templates.site'), items: shown.filter(({ site }) => site) },
  ].filter(({ items }) => items.length > 0);
  return (
    <div className="gh-templates">
      {templates.length > GLANCE && (
        <SearchInput
          aria-label={t('templates.search')}
          placeholder={t('templates.search')}
          value={words}
          onChange={(_event, value) => setWords(value)}
          onClear={() => setWords('')}
        />
      )}
      {templates.length === 0 && <p className="gh-quiet">{t('templates.none')}</p>}
      {templates.length > 0 && shown.length === 0 && (
        <p className="gh-quiet">{t('templates.noMatch', { words })}</p>
      )}
      {groups.map(({ title, items }) => (
        <section key={title} aria-label={title}>
          <h3 className="gh-templates-group">{title}</h3>
          <ul>
            {items.map((template) => (
              <li key={template.id} className="gh-template" data-testid={`template-${template.id}`}>
                <div className="gh-template-text">
                  <Button variant="link" isInline onClick={() => onChoose(template)}>
                    {template.name}
                  </Button>
                  {template.description !== '' && (
                    <div className="gh-quiet gh-break">{template.description}</div>
                  )}
                </div>
                {template.editable && (
                  <div className="gh-row">
                    <Button
                      variant="secondary"
                      size="sm"
                      aria-label={t('templates.change.of', { name: template.name })}
                      onClick={() => onChange(template)}
                    >
                      {t('templates.change')}
                    </Button>
                    <Button
                      variant="link"
                      size="sm"
                      isDanger
                      aria-label={t('templates.delete.of', { name: template.name })}
                      onClick={() => onDelete(template)}
                    >
                      {t('templates.delete')}
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function matches({ name, description }: Template, words: string): boolean {
  const text = `${name} ${description}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
