// What uPlot is told: axes, lines, bands and level lines, in the colours of the theme.

import type uPlot from 'uplot';
import { colourOf, textFont } from '../app/theme.svelte';
import { count, fixed } from '../format/numbers';
import { dashOf, lineColour, type Line, type View } from './chart';

export interface Level {
  name: string;
  value: number;
}

export interface Plotted {
  lines: readonly Line[];
  /** The lines that have a band, by their places. */
  banded: readonly number[];
  /** Printed numbers drawn as level lines. */
  levels: readonly Level[];
  xName: string;
  yName: string;
  yRange: [number, number] | undefined;
  decimals: number;
  height: number;
  view: View;
}

/** Linear near zero and logarithmic beyond (inverse hyperbolic sine), as games begin at 0 and weights may be negative. */
const LOGARITHMIC = { distr: 4, asinh: 1 } as const;

function axis(name: string): uPlot.Axis {
  return {
    label: name,
    labelSize: 20,
    labelFont: textFont(12),
    font: textFont(12),
    stroke: colourOf('--ink-soft'),
    grid: { stroke: colourOf('--line'), width: 1 },
    ticks: { stroke: colourOf('--line'), width: 1 },
  };
}

function series(line: Line, index: number, decimals: number): uPlot.Series {
  return {
    label: line.name,
    stroke: colourOf(lineColour(index)),
    width: line.isFaint ? 1 : 2,
    dash: dashOf(index),
    points: { show: line.points.length < 3 },
    spanGaps: true,
    value: (_plot, value) => fixed(value, decimals),
  };
}

/** An edge of a band is no line of its own. */
const EDGE: uPlot.Series = { class: 'edge', width: 0, points: { show: false }, spanGaps: true };

function translucent(colour: string): string {
  return colour.replace('rgb(', 'rgba(').replace(')', ', 0.16)');
}

function drawLevels(chart: uPlot, levels: readonly Level[]): void {
  const { ctx: canvas, bbox: box } = chart;
  canvas.save();
  canvas.strokeStyle = colourOf('--ink');
  canvas.fillStyle = colourOf('--ink');
  canvas.setLineDash([6, 6]);
  canvas.textAlign = 'left';
  canvas.textBaseline = 'bottom';
  canvas.font = textFont(12 * devicePixelRatio);
  for (const level of levels) {
    const y = chart.valToPos(level.value, 'y', true);
    canvas.beginPath();
    canvas.moveTo(box.left, y);
    canvas.lineTo(box.left + box.width, y);
    canvas.stroke();
    canvas.fillText(level.name, box.left + 6, y - 5);
  }
  canvas.restore();
}

/** Games and half-moves are whole: between them no tick is named. */
function wholeCount(tick: number): string {
  return Number.isInteger(tick) ? count(tick) : '';
}

export function plotOptions(plotted: Plotted, width: number): uPlot.Options {
  const { lines, banded, levels, xName, yName, yRange, decimals, height, view } = plotted;
  const range = (_plot: uPlot, low: number | null, high: number | null): uPlot.Range.MinMax => {
    if (yRange) return yRange;
    const values = [low ?? 0, high ?? 1, ...levels.map((level) => level.value)];
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const margin = (most - least || Math.abs(most) || 1) * 0.08;
    return [least - margin, most + margin];
  };
  const first = lines.length + 1;
  return {
    width,
    height,
    scales: {
      x: { time: false, ...(view.isLogX ? LOGARITHMIC : {}) },
      y: view.isLogY ? { ...LOGARITHMIC, auto: true } : { range },
    },
    axes: [
      { ...axis(xName), values: (_plot, ticks) => ticks.map(wholeCount) },
      { ...axis(yName), size: 58 },
    ],
    series: [
      { label: xName, value: (_plot, value) => count(value) },
      ...lines.map((line, index) => series(line, index, decimals)),
      ...banded.flatMap(() => [EDGE, EDGE]),
    ],
    bands: banded.map((line, index) => ({
      series: [first + 2 * index + 1, first + 2 * index],
      fill: translucent(colourOf(lineColour(line))),
    })),
    legend: { live: true },
    cursor: { drag: { x: true, y: false } },
    hooks: { draw: [(chart) => drawLevels(chart, levels)] },
  };
}
