// The pieces that screens are made of, each once. Colours are the tokens of tokens.css, as Tailwind names: text-muted,
// bg-surface, border-line, text-bad …; 13 px is text-sm (tables, buttons), 14 px text-base.
//
// Button        variant primary | secondary | quiet | danger, icon, busy, and what a <button> takes (type is "button")
// ButtonLink    href, variant, icon: goes somewhere
// IconButton    icon, label (read out, and a tooltip)
// Field         label, hint, error, required, aside, children: c => <Input {...c} />
// FormErrors    problems: the red box above a form
// Input, PasswordInput, Textarea, Checkbox (label, hint, indeterminate): what the elements take
// Select        options [{value, label}], placeholder;   Switch  label, checked, onChange
// Combobox      value Option | null, onChange, source;   MultiSelect  value Option[], onChange, source
//               Option {id, label, hint}; source: a list, or (search, from, signal) => Promise<{options, more}>, kept stable
// Dialog        title, onClose, children, footer, onSubmit (makes it a form), size small | medium | large; open while rendered
// SidePanel     the same, at the right edge;   ConfirmDialog  title, text, yes, no, danger, onYes, onClose
// Table         label, columns [{key, header, cell, align 'end', width, wideOnly}], rows (undefined: skeleton), rowId,
//               href | onRow, selection {selected, onChange, label}, loading, error, onRetry, empty
// Pager         from, perPage, shown, hasMore, total, onChange(from);   SearchBox  value, onChange, label, debounceMs
// DateRange     value {from, to} as '2026-11-21', onChange;   day(daysAgo), startOfDay(date), endOfDay(date)
// Tabs          label, tabs [{id, label}], value, onChange, children (the panel)
// PageHeader    title, aside, text, back {href, label}, actions;   Panel  title, actions: a surface, never inside another
// Badge, Status (icon)  tone neutral | accent | good | warn | bad;   ProgressBar  value 0-100, label, tone
// EmptyState    title, text, icon, action;   Skeleton  className (its size)
// FilePicker    label, hint, error, accept, file, progress, onFile, onRemove;   Menu  trigger, label, items, header
// toast         .success(text, {label, href}?) .info(text) .error(text or what was thrown)
// moment(iso), count(n), counted(n, 'row'), compact(n), fileSize(bytes), fileName(name), duration(seconds)
export { Button, ButtonLink, IconButton } from './button.tsx'
export { Combobox, MultiSelect } from './combobox.tsx'
export { cx } from './cx.ts'
export { DateRange, type Days } from './date-range.tsx'
export { day, endOfDay, startOfDay } from './days.ts'
export { ConfirmDialog, Dialog, SidePanel } from './dialog.tsx'
export { EmptyState } from './empty-state.tsx'
export { Field, FormErrors } from './field.tsx'
export { FilePicker } from './file-picker.tsx'
export { count, counted, duration, fileName, fileSize, moment } from './format.ts'
export { Checkbox, Input, PasswordInput, Select, Switch, Textarea } from './input.tsx'
export { Menu, type MenuItem } from './menu.tsx'
export type { Option, OptionSource } from './options.ts'
export { PageHeader, Panel } from './page-header.tsx'
export { Pager } from './pager.tsx'
export { SearchBox } from './search-box.tsx'
export { Badge, ProgressBar, Skeleton, Status } from './status.tsx'
export { type Column, Table } from './table.tsx'
export { Tabs } from './tabs.tsx'
export { toast } from './toast.ts'
