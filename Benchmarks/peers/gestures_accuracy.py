"""scikit-learn on the feature vectors and folds that our evaluation exports: label, fold0…, f0…; one JSON object a line."""

import csv
import json
import os
import statistics
import sys

import numpy as np
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

with open(sys.argv[1], encoding="utf-8") as file:
    rows = list(csv.DictReader(file))
labels = np.array([row["label"] for row in rows])
columns = [name for name in rows[0] if name.startswith("f") and not name.startswith("fold")]
features = np.array([[float(row[name]) for name in columns] for row in rows])
foldings = [np.array([int(float(row[name])) for row in rows]) for name in rows[0] if name.startswith("fold")]
name = "air" if "air" in os.path.basename(sys.argv[1]) else "letters"


def validated(make):
    scores = []
    for folds in foldings:
        right = 0
        for fold in np.unique(folds):
            test = folds == fold
            model = make().fit(features[~test], labels[~test])
            right += int((model.predict(features[test]) == labels[test]).sum())
        scores.append(right / len(labels))
    return statistics.median(scores)


def best_svm():
    """The better of raw and standardised features, and the width and penalty, by cross-validation within the training folds."""
    grid = {"svc__C": [1, 10, 100], "svc__gamma": ["scale", 0.03, 0.1, 0.3, 1, 3]}
    return GridSearchCV(make_pipeline(StandardScaler(with_std=False), SVC()), grid, cv=3)


import warnings

warnings.filterwarnings("ignore")
print(json.dumps({"name": f"{name}, SVM", "value": validated(best_svm)}))
print(json.dumps({"name": f"{name}, nearest neighbour", "value": validated(lambda: KNeighborsClassifier(1))}))
