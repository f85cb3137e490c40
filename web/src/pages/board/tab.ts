// The tabs beside the board.

export type PanelTab = 'moves' | 'lines' | 'sees' | 'graph';
