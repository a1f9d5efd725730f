import { CloseButton, Text } from '@mantine/core';
import { fileKey, formatBytes } from './upload-files.ts';
import styles from './upload-panel.module.css';

/** The files that will go, each with its size and a way to leave it out. */
export function UploadFileList({
  files,
  disabled,
  onRemove,
}: {
  files: readonly File[];
  disabled: boolean;
  onRemove: (file: File) => void;
}) {
  return (
    <ul className={styles['files']} aria-label="Files to upload">
      {files.map((file) => (
        <li key={fileKey(file)}>
          <Text size="sm" className={styles['filename']}>
            {file.name}
          </Text>
          <Text size="sm" c="dimmed">
            {formatBytes(file.size)}
          </Text>
          <CloseButton
            size="sm"
            disabled={disabled}
            aria-label={`Leave out ${file.name}`}
            onClick={() => onRemove(file)}
          />
        </li>
      ))}
    </ul>
  );
}
