"""Tests, corrections and intervals against SciPy, statsmodels and autorank, on 200 random tables of errors.

Argument: the program `gimbal-statistics`. The tables have ties, zeros, infinite errors, one recording and two schemes among them.
"""
import itertools
import json
import subprocess
import sys
import warnings

import numpy as np
from scipy import stats
from statsmodels.stats.multitest import multipletests

warnings.filterwarnings("ignore")
random = np.random.default_rng(46)


def table(index):
    """Errors of 2 to 6 schemes in 1 to 70 recordings."""
    recordings = [1, 2, 3, 6, 9, 12, 16, 20, 21, 35, 50, 51, 70][index % 13]
    if recordings > 16 and recordings <= 20 and index % 3:
        recordings = 11  # the peers try all ways, too, and slowly
    schemes = 2 + index % 5
    errors = random.lognormal(0, 1, recordings) * random.lognormal(0.1 * index % 1, 0.3, (schemes, recordings))
    if index % 4 == 1:
        errors = np.round(errors, 1)  # ties and zeros
    if index % 7 == 3:
        errors[random.random(errors.shape) < 0.15] = np.inf
    if index % 9 == 4:
        errors[1] = errors[0]
    return errors


def log_ratios(first, second):
    with np.errstate(all="ignore"):
        ratios = np.log(first) - np.log(second)
    return np.where(first == second, 0.0, ratios)


def wilcoxon_exact(differences):
    """All ways counted by a convolution over doubled ranks, independent of whether there are ties."""
    d = differences[differences != 0]
    if len(d) == 0:
        return 1.0
    ranks = np.rint(2 * stats.rankdata(np.abs(d))).astype(int)
    ways = np.array([1.0])
    for rank in ranks:
        longer = np.zeros(len(ways) + rank)
        longer[: len(ways)] += ways / 2
        longer[rank:] += ways / 2
        ways = longer
    middle = ranks.sum() / 2
    observed = abs(ranks[d > 0].sum() - middle)
    return min(1.0, ways[np.abs(np.arange(len(ways)) - middle) >= observed].sum())


def paired(d):
    if len(d) <= 20 and np.isfinite(d).all():
        if len(d) > 16:
            # All ways by halves: sums of each half, then counted by a sorted search.
            def sums(part):
                return np.array([0.0]) if len(part) == 0 else np.add.outer(sums(part[1:]), [part[0], -part[0]]).ravel()

            left, right = sums(d[:10]), np.sort(sums(d[10:]))
            least = abs(d.sum()) - 1e-11 * np.abs(d).sum()
            above = len(right) - np.searchsorted(right, least - left, side="left")
            below = np.searchsorted(right, -least - left, side="right")
            return "exact sign-flip test", min(1.0, (above.sum() + below.sum()) / 2.0 ** len(d)) if d.any() else 1.0
        if not d.any():
            return "exact sign-flip test", 1.0
        found = stats.permutation_test((d,), np.mean, permutation_type="samples", n_resamples=np.inf)
        return "exact sign-flip test", found.pvalue
    if np.count_nonzero(d) <= 50:
        p = wilcoxon_exact(d)
        finite = np.where(np.isinf(d), np.sign(d) * 1e9, d)
        size = np.abs(finite[finite != 0])
        if len(size) and len(set(size)) == len(size) and (d != 0).all():
            assert abs(stats.wilcoxon(finite, method="exact").pvalue - p) < 1e-12
        return "Wilcoxon's signed-rank test, exact", p
    finite = np.where(np.isinf(d), np.sign(d) * 1e9, d)
    return "Wilcoxon's signed-rank test", stats.wilcoxon(finite, method="asymptotic").pvalue


class Xoshiro:
    """xoshiro256**, its state filled by SplitMix64."""

    mask = 2**64 - 1

    def __init__(self, seed):
        self.state = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) & self.mask
            z = seed
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & self.mask
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & self.mask
            self.state.append(z ^ (z >> 31))

    def below(self, count):
        s = self.state
        rotate = lambda x, k: ((x << k) | (x >> (64 - k))) & self.mask
        result = (rotate((s[1] * 5) & self.mask, 7) * 9) & self.mask
        t = (s[1] << 17) & self.mask
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 45)
        return (result * count) >> 64


def interval(d):
    """SciPy's BCa of the same resamples, at the expanded level."""
    n = len(d)
    draw = Xoshiro(1)
    resampled = [[draw.below(n) for _ in range(n)] for _ in range(4000)]
    reach = np.sqrt(n / (n - 1)) * (1 + 1 / n) * stats.t.ppf(0.975, max(1, n - 2))

    # Sums in another order are equal apart from rounding.
    means = d[np.array(resampled)].mean(axis=1)
    means[np.abs(means - d.mean()) < 1e-12 * np.ptp(means)] = d.mean()

    class Before:
        bootstrap_distribution = means

    found = stats.bootstrap(
        (d,), np.mean, method="BCa", confidence_level=2 * stats.norm.cdf(reach) - 1, n_resamples=0, bootstrap_result=Before
    ).confidence_interval
    return found.low, found.high


tables = [table(index) for index in range(200)]
text = json.dumps([[[x if np.isfinite(x) else None for x in row] for row in t.tolist()] for t in tables])
answers = json.loads(subprocess.run([sys.argv[1]], input=text, capture_output=True, text=True, check=True).stdout)
worst = {}
intervals = 0


def near(what, ours, theirs, tolerance):
    distance = abs(ours - theirs) / max(1e-12, abs(theirs), 1e-3)
    worst[what] = max(worst.get(what, 0), distance)
    assert distance <= tolerance, f"{what}: {ours}, and the peer has {theirs}"


for index, (errors, answer) in enumerate(zip(tables, answers)):
    probabilities = []
    for pair in answer["pairs"]:
        d = log_ratios(errors[pair["first"]], errors[pair["second"]])
        method, p = paired(d)
        assert pair["method"] == method, (index, pair["method"], method)
        near(method, pair["p"], p, 1e-9)
        probabilities.append(p)
        spread = np.isfinite(d).all() and len(d) >= 3 and np.ptp(d) > 1e-9
        if spread and len(d) <= 35 and intervals < 60:
            low, high = interval(d)
            near("BCa", np.log(pair["low"]), low, 1e-7)
            near("BCa", np.log(pair["high"]), high, 1e-7)
            near("geometric mean", pair["value"], np.exp(d.mean()), 1e-9)
            intervals += 1
    for pair, p in zip(answer["pairs"], multipletests(probabilities, method="holm")[1]):
        near("Holm", pair["corrected"], p, 1e-9)
    if len(errors) >= 3 and errors.shape[1] >= 2:
        ranks = np.array([stats.rankdata(column) for column in errors.T])
        for ours, theirs in zip(answer["meanRanks"], ranks.mean(axis=0)):
            near("mean ranks", ours, theirs, 1e-12)
        if np.ptp(ranks, axis=1).any():
            found = stats.friedmanchisquare(*np.where(np.isinf(errors), 1e9, errors))
            near("Friedman", answer["statistic"], found.statistic, 1e-9)
            near("Friedman's p", answer["p"], found.pvalue, 1e-9)
        k, n = errors.shape
        q = stats.studentized_range.ppf(0.95, k, np.inf) / np.sqrt(2)
        near("critical difference", answer["criticalDifference"], q * np.sqrt(k * (k + 1) / (6 * n)), 1e-6)

# autorank's own critical difference and ranks, where it chooses the same way.
try:
    import pandas
    from autorank import autorank

    compared = 0
    for errors, answer in zip(tables, answers):
        if errors.shape[0] < 3 or errors.shape[1] < 6 or not np.isfinite(errors).all() or compared >= 15:
            continue
        frame = pandas.DataFrame(errors.T, columns=[str(i) for i in range(len(errors))])
        found = autorank(frame, alpha=0.05, verbose=False, order="ascending", force_mode="nonparametric")
        if found.cd is None:
            continue
        near("autorank's critical difference", answer["criticalDifference"], found.cd, 2e-3)
        for place, rank in enumerate(answer["meanRanks"]):
            near("autorank's mean ranks", rank, found.rankdf.loc[str(place), "meanrank"], 1e-9)
        compared += 1
except ImportError:
    print("autorank is not installed: left out")

print(f"200 tables, {sum(len(a['pairs']) for a in answers)} pairs, {intervals} intervals: equal to SciPy, statsmodels and autorank")
for what, distance in sorted(worst.items()):
    print(f"  {what}: {distance:.1e}")
