import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { templatesQuery } from '@/api/queries';
import type { Template } from '@/api/types';
import { t } from '@/components/messages';
import { Failed, Loading } from '@/components/PageStates';
import { DeleteTemplate } from './DeleteTemplate';
import { FillTemplate } from './FillTemplate';
import { KeepTemplate } from './KeepTemplate';
import { TemplateList } from './TemplateList';
import './templates.css';

type Step =
  | { kind: 'list' }
  | { kind: 'fill'; template: Template }
  | { kind: 'keep' }
  | { kind: 'change'; template: Template }
  | { kind: 'delete'; template: Template };

interface Props {
  /** Opens with the list, or with the form that keeps the script. */
  begin: 'list' | 'keep';
  script: string;
  /** Whether the script holds something typed, which a template would take the place of. */
  replaces: boolean;
  onUse: (script: string) => void;
  onClose: () => void;
}

export function TemplatesDialog({ begin, script, replaces, onUse, onClose }: Props) {
  const [step, setStep] = useState<Step>({ kind: begin });
  const [kept, setKept] = useState<string | null>(null);
  const toList = () => setStep({ kind: 'list' });
  const done = ({ name }: Template) => {
    setKept(name);
    toList();
  };
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-label={t('templates.title')}>
      {step.kind === 'list' && (
        <ListStep
          kept={kept}
          onClose={onClose}
          onStep={(kind, template) => setStep({ kind, template })}
        />
      )}
      {step.kind === 'fill' && (
        <FillTemplate template={step.template} replaces={replaces} onUse={onUse} onBack={toList} />
      )}
      {step.kind === 'keep' && (
        <KeepTemplate template={null} script={script} onDone={done} onBack={onClose} />
      )}
      {step.kind === 'change' && (
        <KeepTemplate template={step.template} script={script} onDone={done} onBack={toList} />
      )}
      {step.kind === 'delete' && <DeleteTemplate template={step.template} onDone={toList} />}
    </Modal>
  );
}

interface ListStepProps {
  kept: string | null;
  onStep: (kind: 'fill' | 'change' | 'delete', template: Template) => void;
  onClose: () => void;
}

function ListStep({ kept, onStep, onClose }: ListStepProps) {
  const templates = useQuery(templatesQuery);
  return (
    <>
      <ModalHeader title={t('templates.title')} description={t('templates.body')} />
      <ModalBody>
        {kept !== null && <p role="status">{t('templates.kept', { name: kept })}</p>}
        {templates.isPending && <Loading what={t('what.templates')} />}
        {templates.isError && templates.data === undefined && (
          <Failed
            what={t('what.templates')}
            error={templates.error}
            onRetry={() => void templates.refetch()}
          />
        )}
        {templates.data !== undefined && (
          <TemplateList
            templates={templates.data}
            onChoose={(template) => onStep('fill', template)}
            onChange={(template) => onStep('change', template)}
            onDelete={(template) => onStep('delete', template)}
          />
        )}
      </ModalBody>
      <ModalFooter>
        <Button variant="link" onClick={onClose}>
          {t('action.close')}
        </Button>
      </ModalFooter>
    </>
  );
}
