#!/usr/bin/env python3
"""How many positions a second PyTorch learns from on two threads: the network, the batches and the optimiser of
`crates/learn/examples/batch_speed.rs`.

Two ways to keep the groups apart are tried, and the faster one is printed: three small layers side by side, and one layer
whose weights are multiplied by a mask. PyTorch is no part of the program; `python3 -m venv .venv && .venv/bin/pip install
torch --index-url https://download.pytorch.org/whl/cpu` has it (or plain `pip install torch`).
"""

import sys
import time

import torch

GROUPS = ((19, 19), (216, 27), (128, 16))
BATCH = 256
BATCHES = 40


class Parts(torch.nn.Module):
    """Each group has a layer of its own."""

    def __init__(self):
        super().__init__()
        self.parts = torch.nn.ModuleList(torch.nn.Linear(inputs, units) for inputs, units in GROUPS)
        self.second = torch.nn.Linear(62, 64)
        self.output = torch.nn.Linear(64, 1)

    def forward(self, inputs):
        groups = torch.split(inputs, [inputs for inputs, _ in GROUPS], dim=1)
        first = torch.relu(torch.cat([part(group) for part, group in zip(self.parts, groups)], dim=1))
        return torch.tanh(self.output(torch.relu(self.second(first))))


class Masked(torch.nn.Module):
    """One layer, in which connections between groups are multiplied by 0."""

    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(363, 62)
        self.second = torch.nn.Linear(62, 64)
        self.output = torch.nn.Linear(64, 1)
        self.register_buffer("mask", torch.block_diag(*(torch.ones(units, inputs) for inputs, units in GROUPS)))

    def forward(self, inputs):
        first = torch.relu(torch.nn.functional.linear(inputs, self.first.weight * self.mask, self.first.bias))
        return torch.tanh(self.output(torch.relu(self.second(first))))


def rate(network: torch.nn.Module, seconds: float) -> float:
    optimiser = torch.optim.Adadelta(network.parameters(), lr=1.0, rho=0.99, eps=1e-8, foreach=True)
    inputs = torch.rand(BATCHES, BATCH, 363)
    targets = 2 * torch.rand(BATCHES, BATCH, 1) - 1

    def learn_all():
        for number in range(BATCHES):
            optimiser.zero_grad(set_to_none=True)
            loss = torch.nn.functional.mse_loss(network(inputs[number]), targets[number])
            loss.backward()
            optimiser.step()

    learn_all()
    begun, rounds = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        learn_all()
        rounds += 1
    return rounds * BATCHES * BATCH / (time.perf_counter() - begun)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    torch.set_num_threads(2)
    torch.manual_seed(1)
    rates = {kind.__name__.lower(): rate(kind(), seconds) for kind in (Parts, Masked)}
    best = max(rates, key=rates.get)
    print(f"torch {torch.__version__}, {best}, 2 threads: {rates[best]:.0f} positions a second")


if __name__ == "__main__":
    main()
