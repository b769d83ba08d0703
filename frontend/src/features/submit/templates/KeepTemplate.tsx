import {
  Alert,
  Button,
  Checkbox,
  Form,
  FormGroup,
  ModalBody,
  ModalFooter,
  ModalHeader,
  TextArea,
  TextInput,
} from '@patternfly/react-core';
import { useState } from 'react';
import { isProblem } from '@/api/problem';
import type { Template } from '@/api/types';
import { timeText } from '@/components/format';
import { useMe } from '@/components/MeContext';
import { t } from '@/components/messages';
import { TemplateProblem } from './TemplateProblem';
import { useKeepTemplate, type Content } from './useKeepTemplate';

const FORM = 'keep-template';
/** The three forms of a variable, by example. */
const FORMS = {
  bare: '{{data}}',
  usual: '{{memory=32G}}',
  described: '{{memory=32G|Memory}}',
};

interface Props {
  /** The one that is changed; null keeps a new one. */
  template: Template | null;
  /** What stands in the editor now. */
  script: string;
  onDone: (kept: Template) => void;
  onBack: () => void;
}

export function KeepTemplate({ template, script, onDone, onBack }: Props) {
  const me = useMe();
  const [content, setContent] = useState<Content>({
    name: template?.name ?? '',
    description: template?.description ?? '',
    script: template?.script ?? script,
    site: template?.site ?? false,
  });
  const { keep, theirs } = useKeepTemplate(template, onDone);
  const change = (some: Partial<Content>) => setContent((before) => ({ ...before, ...some }));
  const blocked = content.name.trim() === '' || content.script === '' || keep.isPending;
  const conflict = theirs !== null && isProblem(keep.error, 409);
  return (
    <>
      <ModalHeader
        title={template === null ? t('templates.keep') : t('templates.change.title')}
        description={t('templates.keep.body', FORMS)}
      />
      <ModalBody>
        <Form
          id={FORM}
          onSubmit={(event) => {
            event.preventDefault();
            if (!blocked) keep.mutate(content);
          }}
        >
          <FormGroup label={t('templates.name')} fieldId="template-name" isRequired>
            <TextInput
              id="template-name"
              value={content.name}
              maxLength={100}
              autoComplete="off"
              onChange={(_event, name) => change({ name })}
            />
          </FormGroup>
          <FormGroup label={t('templates.description')} fieldId="template-description">
            <TextInput
              id="template-description"
              value={content.description}
              maxLength={500}
              autoComplete="off"
              onChange={(_event, description) => change({ description })}
            />
          </FormGroup>
          <FormGroup label={t('templates.script')} fieldId="template-script">
            <TextArea
              id="template-script"
              className="gh-template-script"
              value={content.script}
              rows={10}
              spellCheck={false}
              onChange={(_event, text) => change({ script: text })}
            />
            {template !== null && script !== '' && script !== content.script && (
              <Button variant="link" isInline onClick={() => change({ script })}>
                {t('templates.takeScript')}
              </Button>
            )}
          </FormGroup>
          {me.operator && template === null && (
            <Checkbox
              id="template-site"
              label={t('templates.forAll')}
              isChecked={content.site}
              onChange={(_event, site) => change({ site })}
            />
          )}
        </Form>
        {conflict && (
          <Alert
            isInline
            variant="warning"
            className="gh-gap-above"
            data-testid="template-conflict"
            title={t('templates.conflict', {
              who: theirs.changedBy,
              when: timeText(theirs.changedAt),
            })}
          >
            {t('templates.conflict.body')}
            <pre className="gh-template-preview">{theirs.script}</pre>
          </Alert>
        )}
        {keep.isError && !conflict && (
          <TemplateProblem what={t('templates.keep.failed')} error={keep.error} />
        )}
      </ModalBody>
      <ModalFooter>
        <Button
          variant={conflict ? 'danger' : 'primary'}
          type="submit"
          form={FORM}
          isLoading={keep.isPending}
          isDisabled={blocked}
        >
          {t(conflict ? 'templates.keep.over' : 'templates.keep.confirm')}
        </Button>
        <Button variant="link" onClick={onBack}>
          {t('templates.back')}
        </Button>
      </ModalFooter>
    </>
  );
}
