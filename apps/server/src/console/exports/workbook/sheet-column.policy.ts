/** What a spreadsheet makes of a column; `time` is a moment on the clock of Lagos. */
export type ColumnKind = 'text' | 'amount' | 'whole' | 'time';
export type SheetColumn = { readonly name: string; readonly kind: ColumnKind };
export type SheetRow = readonly (string | null)[];
