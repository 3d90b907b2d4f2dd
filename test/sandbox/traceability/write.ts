import { writeFileSync } from 'node:fs';
import { renderTable, shownRows, TABLE_FILE } from './table';

writeFileSync(TABLE_FILE, renderTable(shownRows()));
