import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ApiClient } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import { uploadedSchema } from '../api/schemas.ts';
import { newIdempotencyKey } from './upload-files.ts';

/**
 * Files that wait to be uploaded together, and their upload. An upload that got no answer can be tried again without
 * being stored twice: it goes under the same key until the files change or the server has answered.
 */
export function useUpload(client: ApiClient, path: string, onUploaded: (tenderId: string) => void) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [title, setTitle] = useState('');
  const [sent, setSent] = useState(0);
  const abort = useRef<AbortController | null>(null);
  const idempotencyKey = useRef<string | null>(null);

  const mutation = useMutation({
    mutationFn: () => {
      const form = new FormData();
      if (title.trim() !== '') form.append('title', title.trim());
      for (const file of files) form.append('file', file);
      abort.current = new AbortController();
      idempotencyKey.current ??= newIdempotencyKey();
      setSent(0);
      return client.upload(path, uploadedSchema, {
        form,
        idempotencyKey: idempotencyKey.current,
        onProgress: setSent,
        signal: abort.current.signal,
      });
    },
    onError: (error) => {
      if (error instanceof ApiProblem && error.status > 0) idempotencyKey.current = null;
    },
    onSuccess: ({ id }) => {
      change([], '');
      onUploaded(id);
    },
  });

  /** Another content is another upload. */
  function change(nextFiles: readonly File[], nextTitle: string): void {
    setFiles(nextFiles);
    setTitle(nextTitle);
    idempotencyKey.current = null;
    mutation.reset();
  }

  const cancelled = mutation.error instanceof DOMException && mutation.error.name === 'AbortError';
  return {
    files,
    title,
    change,
    start: () => mutation.mutate(),
    cancel: () => abort.current?.abort(),
    pending: mutation.isPending,
    /** Share of the bytes that have been sent, 0–1. */
    sent,
    error: cancelled ? null : mutation.error,
  };
}
