import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import styles from './data-table.module.css';

export interface Column<T> {
  label: string;
  /** Numbers stand to the right. */
  numeric?: boolean;
  cell: (row: T) => ReactNode;
}

/** A table that scrolls sideways within itself on a narrow screen; its first column names the row. */
export function DataTable<T>({
  label,
  columns,
  rows,
  rowKey,
}: {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
}) {
  return (
    <ScrollRegion label={label}>
      <Table verticalSpacing="sm" horizontalSpacing="md" className={styles['table']}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.label} data-numeric={column.numeric || undefined}>
                {column.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <Table.Th key={column.label} scope="row">
                    {column.cell(row)}
                  </Table.Th>
                ) : (
                  <Table.Td key={column.label} data-numeric={column.numeric || undefined}>
                    {column.cell(row)}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  );
}
