#!/usr/bin/env python3
"""How many positions a second PyTorch learns from: 768-256x2-1 with squared clipped ReLU, AdamW, batches of 16384.

Two ways, the faster of which counts: the sparse inputs as an EmbeddingBag, and as dense vectors. The first argument is
how many inputs are active in a position; the positions themselves are random.
"""

import sys
import time

import torch

BATCH, INPUTS, HIDDEN, SECONDS = 16384, 768, 256, 4.0


class Sparse(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.rows = torch.nn.EmbeddingBag(INPUTS, HIDDEN, mode="sum")
        self.bias = torch.nn.Parameter(torch.full((HIDDEN,), 0.2))
        torch.nn.init.uniform_(self.rows.weight, -0.1, 0.1)

    def forward(self, active: torch.Tensor) -> torch.Tensor:
        return self.rows(active) + self.bias


class Dense(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(INPUTS, HIDDEN)

    def forward(self, active: torch.Tensor) -> torch.Tensor:
        return self.layer(torch.zeros(BATCH, INPUTS).scatter_(1, active, 1.0))


def rate(layer: torch.nn.Module, active: int) -> float:
    torch.manual_seed(1)
    batches = [[torch.rand(BATCH, INPUTS).topk(active).indices for _ in range(2)] for _ in range(2)]
    target, output = torch.rand(BATCH, 1), torch.nn.Linear(2 * HIDDEN, 1)
    optimiser = torch.optim.AdamW([*layer.parameters(), *output.parameters()], lr=0.001)

    def step(own: torch.Tensor, other: torch.Tensor) -> None:
        sums = torch.cat([layer(own), layer(other)], 1).clamp(0, 1)
        loss = ((torch.sigmoid(output(sums * sums)) - target) ** 2).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()

    step(*batches[0])
    started, steps = time.perf_counter(), 0
    while time.perf_counter() - started < SECONDS:
        step(*batches[steps % 2])
        steps += 1
    return steps * BATCH / (time.perf_counter() - started)


def main() -> None:
    active = round(float(sys.argv[1]))
    print(f"embedding {rate(Sparse(), active):.0f}")
    print(f"dense {rate(Dense(), active):.0f}")


if __name__ == "__main__":
    main()
