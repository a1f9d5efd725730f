import { Button, Group, Paper, Progress, Stack, Text, TextInput } from '@mantine/core';
import { type DragEvent, useId, useRef, useState } from 'react';
import type { ApiClient } from '../api/client.ts';
import { Icon } from '../ui/icon.tsx';
import { Problem } from '../ui/states.tsx';
import { UploadFileList } from './upload-file-list.tsx';
import { formatBytes, withFiles } from './upload-files.ts';
import styles from './upload-panel.module.css';
import { useUpload } from './use-upload.ts';

interface UploadPanelProps {
  client: ApiClient;
  /** Where the files go. */
  path: string;
  label: string;
  hint: string;
  /** Whether to ask for a title. */
  withTitle?: boolean;
  onUploaded: (tenderId: string) => void;
}

/**
 * Takes files by drop or by choice, shows them before they go, and how far they are. What is a proper PDF the server
 * decides: its refusal is shown as it came, and the files stay so that the bad one can be taken out.
 */
export function UploadPanel({ client, path, label, hint, withTitle = false, onUploaded }: UploadPanelProps) {
  const upload = useUpload(client, path, onUploaded);
  const { files, title, pending } = upload;
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const add = (added: FileList | null) => upload.change(withFiles(files, [...(added ?? [])]), title);

  return (
    <Paper
      component="section"
      aria-label={label}
      withBorder
      radius="md"
      className={styles['panel']}
      data-over={over || undefined}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        if (!pending) add(event.dataTransfer.files);
      }}
    >
      <Group justify="space-between" gap="md">
        <Group gap="md" wrap="nowrap">
          <span className={styles['icon']}>
            <Icon name="upload" size={22} />
          </span>
          <div>
            <Text fw={600}>{label}</Text>
            <Text size="sm" c="dimmed" id={hintId}>
              {hint} Drop them here or choose them.
            </Text>
          </div>
        </Group>
        <Button
          variant={files.length === 0 ? 'filled' : 'default'}
          disabled={pending}
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          {files.length === 0 ? 'Choose PDFs' : 'Add more'}
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/pdf,.pdf"
          multiple
          hidden
          aria-label={`${label}: files`}
          onChange={(event) => {
            add(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
      </Group>
      {files.length > 0 && (
        <Stack gap="sm" mt="md">
          <UploadFileList
            files={files}
            disabled={pending}
            onRemove={(file) =>
              upload.change(
                files.filter((each) => each !== file),
                title,
              )
            }
          />
          {withTitle && (
            <TextInput
              label="Title"
              description="Optional; the title printed in the documents is found by itself."
              maw={480}
              maxLength={500}
              value={title}
              disabled={pending}
              onChange={(event) => upload.change(files, event.currentTarget.value)}
            />
          )}
          {upload.error && <Problem error={upload.error} title="Nothing was uploaded" />}
          {pending && <Sending sent={upload.sent} />}
          <Group>
            <Button loading={pending} onClick={upload.start}>
              Upload {files.length === 1 ? '1 file' : `${files.length} files`} (
              {formatBytes(files.reduce((sum, file) => sum + file.size, 0))})
            </Button>
            {pending && (
              <Button variant="default" onClick={upload.cancel}>
                Cancel
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Paper>
  );
}

function Sending({ sent }: { sent: number }) {
  return (
    <div>
      <Text size="sm" role="status">
        {sent < 1 ? `Sending, ${Math.floor(100 * sent)} %` : 'Sent; the server is checking and storing'}
      </Text>
      <Progress value={100 * sent} animated={sent >= 1} size="sm" mt={4} aria-label="Sent" />
    </div>
  );
}
