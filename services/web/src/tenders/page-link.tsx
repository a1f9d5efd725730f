import styles from './page-link.module.css';

interface PageLinkProps {
  page: number;
  /** The whole of it, for who can't see what stands beside. */
  label: string;
  title?: string;
  onClick: () => void;
}

/** Shows a page in the viewer. */
export function PageLink({ page, label, title, onClick }: PageLinkProps) {
  return (
    <button type="button" className={styles['page']} aria-label={label} title={title} onClick={onClick}>
      p. {page}
    </button>
  );
}
