#!/usr/bin/env python3
"""An estimator for eeporl's bench, in numpy: a request a line on stdin, an answer a line on stdout."""
import json
import sys
import numpy as np


def estimate(q):
    S, A, Z, R = (q["sizes"][c] for c in "SAZR")
    d, k = A * A * Z * R, A * A * S
    cells = np.load(q["npy"]) if "npy" in q else np.array(q["cells"], float)
    x, p = cells[:, :3].astype(int), cells[:, 3] / cells[:, 3].sum()
    P12, P13, p2 = np.zeros((d, d)), np.zeros((d, d)), np.zeros(d)
    np.add.at(P12, (x[:, 0], x[:, 1]), p)
    np.add.at(P13, (x[:, 0], x[:, 2]), p)
    np.add.at(p2, x[:, 1], p)
    answer = {"P12": P12, "P13": P13, "sigma": np.linalg.svd(P12)[1]}

    U, _, Vt = np.linalg.svd(P12)
    U1, U2, U3 = U[:, :k], Vt[:k].T, np.linalg.svd(P13)[2][:k].T
    core = np.einsum("ni,nj,nl->ijl", U1[x[:, 0]] * p[:, None], U2[x[:, 1]], U3[x[:, 2]], optimize=True)
    by12, by13 = np.linalg.inv(U1.T @ P12 @ U2), np.linalg.inv(U1.T @ P13 @ U3)
    rng, best = np.random.default_rng(q["seed"]), 0
    for _ in range(20):  # one eigenproblem for each rotation, the one with the largest gap counts
        theta = np.linalg.qr(rng.normal(size=(k, k)))[0]
        values, vectors = np.linalg.eig(core @ theta[0] @ by12)
        gap = min(abs(values[i] - values[j]) for i in range(k) for j in range(i))
        if np.isrealobj(values) and gap > best:
            best, Theta, E, found = gap, theta, vectors, values
    if not best:
        return answer
    back = np.linalg.inv(E)
    diagonal = lambda B: np.einsum("ci,ij,jc->c", back, B, E)
    L3 = np.array([diagonal(core @ t @ by12) for t in Theta])
    L2 = np.array([diagonal(np.einsum("ijl,j->il", core, t) @ by13) for t in Theta])
    O, OT = U2 @ Theta.T @ L2, U3 @ Theta.T @ L3
    T, w = np.linalg.pinv(O) @ OT, np.linalg.pinv(O) @ p2
    labels = O.argmax(0) // (Z * R)
    answer |= {"U1": U1, "U2": U2, "U3": U3, "theta": Theta, "eigenvalues": found, "O": O, "T": T, "w": w, "labels": [divmod(int(l), A) for l in labels]}

    columns = [np.flatnonzero(labels == pair) for pair in range(A * A)]
    if any(len(c) != S for c in columns):
        return answer
    share = lambda m: np.abs(m) / np.abs(m).sum(0)
    h0 = np.linalg.solve(T, np.linalg.solve(T, w))
    answer["parameters"] = []
    for pair, c in enumerate(columns):
        a, b = divmod(pair, A)
        emitted = O.reshape(A * A, Z, R, k)[pair][:, :, c]
        after = [share(T[np.ix_(columns[b * A + e], c)]) for e in range(A)]
        answer["parameters"].append({"pair": [a, b], "initial": share(h0[c]), "observation": share(emitted.sum(1)),
                                     "reward": share(emitted.sum(0)), "transition": after})
    return answer

for line in sys.stdin:
    try:
        answer = estimate(json.loads(line))
    except np.linalg.LinAlgError as problem:
        answer = {"error": str(problem)}
    print(json.dumps(answer, default=lambda m: m.tolist()), flush=True)
