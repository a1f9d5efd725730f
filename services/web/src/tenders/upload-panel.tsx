import { Button, Group, Paper, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useId, useRef, useState } from 'react';
import type { ApiClient } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import { uploadedSchema } from '../api/schemas.ts';
import { Icon } from '../ui/icon.tsx';
import { Problem } from '../ui/states.tsx';
import { UploadFileList } from './upload-file-list.tsx';
import { formatBytes, newIdempotencyKey, withFiles } from './upload-files.ts';
import styles from './upload-panel.module.css';

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
  const [files, setFiles] = useState<readonly File[]>([]);
  const [title, setTitle] = useState('');
  const [over, setOver] = useState(false);
  const [sent, setSent] = useState(0);
  const abort = useRef<AbortController | null>(null);
  const idempotencyKey = useRef(newIdempotencyKey());
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();

  const upload = useMutation({
    mutationFn: () => {
      const form = new FormData();
      if (title.trim() !== '') form.append('title', title.trim());
      for (const file of files) form.append('file', file);
      abort.current = new AbortController();
      setSent(0);
      return client.upload(path, uploadedSchema, {
        form,
        idempotencyKey: idempotencyKey.current,
        onProgress: setSent,
        signal: abort.current.signal,
      });
    },
    onSuccess: ({ id }) => {
      change([]);
      setTitle('');
      onUploaded(id);
    },
  });

  /** Other files are another upload. */
  function change(next: readonly File[]): void {
    setFiles(next);
    idempotencyKey.current = newIdempotencyKey();
    upload.reset();
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    if (!upload.isPending) change(withFiles(files, [...event.dataTransfer.files]));
  }

  const cancelled = upload.error instanceof DOMException && upload.error.name === 'AbortError';
  const total = files.reduce((sum, file) => sum + file.size, 0);
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
      onDrop={drop}
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
          disabled={upload.isPending}
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
            change(withFiles(files, [...(event.currentTarget.files ?? [])]));
            event.currentTarget.value = '';
          }}
        />
      </Group>
      {files.length > 0 && (
        <Stack gap="sm" mt="md">
          <UploadFileList
            files={files}
            disabled={upload.isPending}
            onRemove={(file) => change(files.filter((each) => each !== file))}
          />
          {withTitle && (
            <TextInput
              label="Title"
              description="Optional; the title printed in the documents is found by itself."
              maw={480}
              maxLength={500}
              value={title}
              disabled={upload.isPending}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
          )}
          {upload.isError && !cancelled && <Problem error={upload.error} title="Nothing was uploaded" />}
          {upload.isPending && (
            <div>
              <Text size="sm" role="status">
                {sent < 1
                  ? `Sending, ${Math.floor(100 * sent)} %`
                  : 'Sent; the server is checking and storing'}
              </Text>
              <Progress value={100 * sent} animated={sent >= 1} size="sm" mt={4} aria-label="Sent" />
            </div>
          )}
          <Group>
            <Button loading={upload.isPending} onClick={() => startUpload()}>
              Upload {files.length === 1 ? '1 file' : `${files.length} files`} ({formatBytes(total)})
            </Button>
            {upload.isPending && (
              <Button variant="default" onClick={() => abort.current?.abort()}>
                Cancel
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Paper>
  );

  /** A try after a refusal is a new request; one after silence is the same again. */
  function startUpload(): void {
    if (upload.error instanceof ApiProblem && upload.error.status > 0)
      idempotencyKey.current = newIdempotencyKey();
    upload.mutate();
  }
}
