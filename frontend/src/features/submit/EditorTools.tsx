import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useRef, useState } from 'react';
import { bytesText } from '@/components/format';
import { t } from '@/components/messages';
import type { Draft } from './draft';
import { EXAMPLE, EXAMPLE_NAME } from './example';

interface Props {
  draft: Draft;
  onFile: (file: File) => void;
  onExample: (example: { script: string; fileName: string }) => void;
  onStartOver: () => void;
  onTemplates: (begin: 'list' | 'keep') => void;
}

export function EditorTools({ draft, onFile, onExample, onStartOver, onTemplates }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState(false);
  const empty = draft.script === '';
  return (
    <div className="gh-row">
      {!empty && (
        <span className="gh-quiet">{bytesText(new TextEncoder().encode(draft.script).length)}</span>
      )}
      <input
        ref={input}
        type="file"
        hidden
        data-testid="script-file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <Button variant="secondary" onClick={() => input.current?.click()}>
        {t('submit.open')}
      </Button>
      <Button variant="secondary" onClick={() => onTemplates('list')}>
        {t('templates.open')}
      </Button>
      {empty ? (
        <Button
          variant="link"
          onClick={() => onExample({ script: EXAMPLE, fileName: EXAMPLE_NAME })}
        >
          {t('submit.example')}
        </Button>
      ) : (
        <>
          <Button variant="link" onClick={() => onTemplates('keep')}>
            {t('templates.keep')}
          </Button>
          <Button variant="link" onClick={() => setAsking(true)}>
            {t('submit.clear')}
          </Button>
        </>
      )}
      {asking && (
        <Modal
          isOpen
          variant="small"
          aria-label={t('submit.clear.title')}
          onClose={() => setAsking(false)}
        >
          <ModalHeader title={t('submit.clear.title')} />
          <ModalBody>{t('submit.clear.body')}</ModalBody>
          <ModalFooter>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false);
                onStartOver();
              }}
            >
              {t('submit.clear.confirm')}
            </Button>
            <Button variant="link" onClick={() => setAsking(false)}>
              {t('submit.clear.keep')}
            </Button>
          </ModalFooter>
        </Modal>
      )}
    </div>
  );
}
